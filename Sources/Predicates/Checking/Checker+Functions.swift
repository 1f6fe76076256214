import Model

extension Checker {
  mutating func call(
    _ function: Function, _ arguments: [SyntaxExpression], of entity: String, at offset: Int
  ) throws(PredicateError) -> Checked {
    guard function.arity.contains(arguments.count) else {
      throw fail(.args, arityMessage(function, arguments.count), at: offset)
    }
    let name = function.rawValue
    func plain(_ checked: [Checked], _ type: ValueType) -> Checked {
      Checked(node: .call(function, checked.map(\.node)), type: type)
    }
    switch function {
    case .sum, .average, .median, .mode, .stddev:
      let list = try list(arguments[0], name, of: entity)
      guard list.element.isNumber || list.element.isOpen else {
        throw fail(
          .type, "\(name) takes numbers, and these are each \(list.element.phrase)",
          at: arguments[0].offset)
      }
      let isWhole = list.element == .int || list.element == .bool || list.element == .null
      let type: ValueType =
        switch function {
        case .sum: isWhole ? .int : .double
        case .mode: .list(list.element)
        default: .double
        }
      return plain([list.checked], type)
    case .count: return plain([try list(arguments[0], name, of: entity).checked], .int)
    case .min, .max:
      let list = try list(arguments[0], name, of: entity)
      guard list.element.ordering != nil || list.element.isOpen else {
        throw fail(
          .type, "\(name) takes values with an order, and these are each \(list.element.phrase)",
          at: arguments[0].offset)
      }
      return plain([list.checked], list.element)

    case .sqrt, .log, .ln, .exp:
      return plain([try number(arguments[0], name, of: entity)], .double)
    case .floor, .ceiling, .trunc, .abs:
      let number = try number(arguments[0], name, of: entity)
      return plain([number], number.type == .double ? .double : .int)
    case .add, .subtract, .multiply, .divide, .modulus, .power:
      let first = try number(arguments[0], name, of: entity)
      let second = try number(arguments[1], name, of: entity)
      return plain(
        [first, second], first.type.joined(with: second.type) == .double ? .double : .int)
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .onesComplement, .randomn:
      var checked: [Checked] = []
      for argument in arguments {
        let number = try number(argument, name, of: entity)
        guard number.type != .double else {
          throw fail(.type, "\(name) takes whole numbers", at: argument.offset)
        }
        checked.append(number)
      }
      return plain(checked, .int)

    case .now: return plain([], .date)
    case .random: return plain([], .int)
    case .noindex:
      let checked = try scalar(arguments[0], of: entity)
      return plain([checked], checked.type)
    case .castObject:
      guard case .literal(.string(let className)) = arguments[1].kind else {
        throw fail(.type, "\(name) takes the name of a class in quotes", at: arguments[1].offset)
      }
      return try cast(try scalar(arguments[0], of: entity), className, at: offset)

    case .uppercase, .lowercase, .folded, .title, .firstLetter:
      return plain([try string(arguments[0], name, of: entity)], .string)
    case .length: return plain([try string(arguments[0], name, of: entity)], .int)
    case .tags:
      var checked: [Checked] = []
      for argument in arguments {
        let list = try scalar(argument, of: entity)
        guard [.string, .list(.string), .list(.null), .null].contains(list.type) else {
          throw fail(
            .type, "\(name) takes text and lists of texts, and this is \(list.type.phrase)",
            at: argument.offset)
        }
        checked.append(list)
      }
      return plain(checked, .list(.string))
    case .day, .week, .month, .year:
      let moment = try scalar(arguments[0], of: entity)
      guard moment.type == .date || moment.type.isOpen else {
        throw fail(
          .type, "\(name) takes a moment, and this is \(moment.type.phrase)",
          at: arguments[0].offset)
      }
      return plain([moment], function == .year ? .int : .string)
    }
  }

  private func arityMessage(_ function: Function, _ count: Int) -> String {
    let wanted: String =
      switch function.arity {
      case 0...0: "no argument"
      case 1...1: "one argument"
      case 1...2: "one or two arguments"
      default: "two arguments"
      }
    var message = "\(function.rawValue) takes \(wanted), and \(count) are given"
    switch function {
    case .sum, .count, .min, .max, .average, .median, .mode, .stddev:
      message += "; a list is written in braces: \(function.rawValue)({1, 2})"
    default: break
    }
    return message
  }

  private mutating func string(_ syntax: SyntaxExpression, _ name: String, of entity: String)
    throws(PredicateError) -> Checked
  {
    let checked = try scalar(syntax, of: entity)
    guard checked.type == .string || checked.type.isOpen else {
      throw fail(
        .type, "\(name) takes text, and this is \(checked.type.phrase)", at: syntax.offset)
    }
    return checked
  }

  private mutating func list(_ syntax: SyntaxExpression, _ name: String, of entity: String)
    throws(PredicateError) -> (checked: Checked, element: ValueType)
  {
    let checked = try expression(syntax, of: entity)
    switch checked.type {
    case .list(let element): return (checked, element)
    case .null: return (checked, .null)
    default:
      throw fail(
        .type,
        "\(name) takes a list such as {1, 2} or a collection, and this is \(checked.type.phrase)",
        at: syntax.offset)
    }
  }

  func cast(_ operand: Checked, _ className: String, at offset: Int) throws(PredicateError)
    -> Checked
  {
    let key = className.lowercased()
    guard
      let type = CastType.allCases.first(where: {
        $0.rawValue.lowercased() == key || $0.rawValue.lowercased() == "ns" + key
      })
    else {
      let known = CastType.allCases.map(\.rawValue)
      throw fail(
        .type,
        "there is no cast to “\(className)”: \(known.joined(separator: ", ")) are known",
        at: offset)
    }
    if case .literal(.string(let text)) = operand.node {
      guard let value = type.constant(of: text) else {
        throw fail(.type, "“\(text)” is no \(className)", at: offset)
      }
      // What has a literal of its own stays a cast, so that it is printed as it was written.
      if CastType.constantText(of: value) != nil {
        return Checked(node: .literal(value), type: ValueType(of: value))
      }
    }
    guard !operand.type.isList else {
      throw fail(.type, "CAST takes one value, and this is a list", at: offset)
    }
    let result: ValueType =
      switch type {
      case .number: operand.type == .int || operand.type == .bool ? .int : .double
      case .string: .string
      case .date: .date
      case .uuid: .uuid
      case .data: .data
      case .content: .content
      }
    let isPossible =
      switch (type, operand.type) {
      case (_, .string), (_, .null), (_, .mixed), (.string, _): true
      case (.number, .date), (.date, .date): true
      case (.number, let from), (.date, let from): from.isNumber
      case (.uuid, .uuid), (.uuid, .object), (.data, .data), (.content, .content): true
      default: false
      }
    guard isPossible else {
      throw fail(
        .type, "\(operand.type.phrase) cannot be cast to \(type.rawValue)", at: offset)
    }
    return Checked(node: .cast(operand.node, type), type: result)
  }
}
