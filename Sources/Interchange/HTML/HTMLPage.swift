/// What every page has: its policy, its style and its search.
enum HTMLPage {
  /// Nothing is loaded from anywhere but the page itself and the files beside it.
  static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    + "img-src 'self' file: data:; media-src 'self' file: data:; base-uri 'none'; form-action 'none'"

  /// The head of a page, up to and with the opening of its body.
  static func head(title: String) -> String {
    """
    <!doctype html>
    <html>
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="daybook">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <title>\(HTMLText.escaped(title))</title>
    <style>
    \(style)
    </style>
    </head>
    <body>

    """
  }

  /// The end of a page, with its script.
  static let foot = """
    </main>
    <script>
    \(script)
    </script>
    </body>
    </html>

    """

  private static let style = """
    :root {
      --paper: #fbfaf7; --ink: #22201c; --faint: #736c60; --line: #e2ddd2; --accent: #96431f;
      --empty: #ece7dc; --l1: #e7c3a4; --l2: #d4915f; --l3: #b3602f; --l4: #7c3a17;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #191815; --ink: #e6e1d6; --faint: #9b9384; --line: #36332c; --accent: #e39a6d;
        --empty: #2a2822; --l1: #5a3a24; --l2: #8a5430; --l3: #c27a48; --l4: #f0b083;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
    body {
      margin: 0 auto; padding: 0 1.1rem 5rem; max-width: 42rem; background: var(--paper);
      color: var(--ink); font: 1.06rem/1.6 Georgia, "Noto Serif", "DejaVu Serif", serif;
      overflow-wrap: anywhere;
    }
    a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
    h1 { font-size: 2.1rem; line-height: 1.2; margin: 3rem 0 0.2rem; font-weight: 600; }
    h2 { font-size: 1.8rem; margin: 4rem 0 1rem; font-weight: 600; }
    h3 {
      font-size: 1.05rem; margin: 3rem 0 0; padding-bottom: 0.4rem; font-weight: 600;
      border-bottom: 1px solid var(--line); color: var(--faint);
    }
    .sum, .when, .tags, nav, form, .month, figcaption, details {
      font-family: system-ui, "Noto Sans", "DejaVu Sans", sans-serif;
    }
    .sum { color: var(--faint); font-size: 0.9rem; margin: 0 0 1.5rem; }
    nav { font-size: 0.95rem; margin: 1rem 0; line-height: 2; }
    nav a { margin-right: 0.75rem; white-space: nowrap; }
    form {
      position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 0.75rem;
      padding: 0.6rem 0; background: var(--paper);
    }
    form[hidden] { display: none; }
    input {
      flex: 1; min-width: 0; padding: 0.55rem 0.8rem; font: inherit; font-size: 1rem; color: inherit;
      background: transparent; border: 1px solid var(--line); border-radius: 0.5rem;
    }
    input:focus-visible, a:focus-visible, summary:focus-visible {
      outline: 2px solid var(--accent); outline-offset: 2px;
    }
    output:empty { display: none; }
    output { color: var(--faint); font-size: 0.85rem; white-space: nowrap; }
    .calendar {
      display: grid; grid-template-columns: repeat(auto-fill, minmax(5.2rem, 1fr));
      gap: 1rem 1.1rem; margin: 0 0 1rem;
    }
    .month { font-size: 0.78rem; color: var(--faint); }
    .month > a, .month > span { display: block; margin-bottom: 0.25rem; text-decoration: none; }
    .month svg { display: block; width: 100%; height: auto; }
    svg path { fill: var(--empty); }
    .l1 { fill: var(--l1); } .l2 { fill: var(--l2); } .l3 { fill: var(--l3); } .l4 { fill: var(--l4); }
    article { margin: 1.8rem 0 2.6rem; content-visibility: auto; contain-intrinsic-size: auto 14rem; }
    article[hidden], section[hidden] { display: none; }
    article:target .when { color: var(--accent); }
    .when { font-size: 0.82rem; color: var(--faint); margin: 0; }
    .when a { color: inherit; text-decoration: none; }
    .star { color: var(--l3); }
    h4 { font-size: 1.2rem; line-height: 1.35; margin: 0.25rem 0 0.4rem; font-weight: 600; }
    h5 { font-size: 1.05rem; margin: 1.2rem 0 0.4rem; }
    p { margin: 0.4rem 0 0.8rem; }
    blockquote { margin: 0.8rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--faint); }
    ul, ol { margin: 0.4rem 0 0.8rem; padding-left: 1.5rem; }
    pre { overflow-x: auto; padding: 0.8rem; border: 1px solid var(--line); border-radius: 0.4rem; line-height: 1.4; }
    code { font: 0.88em ui-monospace, "DejaVu Sans Mono", monospace; }
    hr { border: 0; border-top: 1px solid var(--line); margin: 1.5rem 0; }
    .tag { color: var(--accent); cursor: pointer; }
    .tags { list-style: none; display: flex; flex-wrap: wrap; gap: 0.3rem 0.9rem; padding: 0; margin: 0.5rem 0; font-size: 0.85rem; }
    .tags small { color: var(--faint); }
    details { font-size: 0.95rem; margin: 0 0 1rem; }
    summary { cursor: pointer; color: var(--faint); }
    figure { margin: 1rem 0; }
    figure img, figure video { display: block; max-width: 100%; max-height: 85vh; width: auto; height: auto; border-radius: 0.3rem; }
    figure audio { width: 100%; }
    figcaption { color: var(--faint); font-size: 0.82rem; margin-top: 0.3rem; }
    @media (max-width: 30rem) {
      body { font-size: 1rem; padding: 0 1rem 3rem; }
      h1 { margin-top: 1.5rem; font-size: 1.8rem; }
      .calendar { grid-template-columns: repeat(4, 1fr); gap: 0.9rem 0.8rem; }
    }
    @media print {
      :root { --paper: #fff; --ink: #000; --faint: #555; --line: #bbb; --accent: #000; }
      body { max-width: none; padding: 0; font-size: 10.5pt; line-height: 1.45; }
      form, nav, details { display: none; }
      .year + .year { break-before: page; }
      h2 { margin-top: 2rem; }
      h3, h4, .when { break-after: avoid; }
      article { content-visibility: visible; margin: 0.9em 0 1.4em; }
      .calendar { grid-template-columns: repeat(6, 1fr); }
      figure, pre, blockquote, .month { break-inside: avoid; }
      figure img { max-height: 12cm; }
      svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      a { color: inherit; text-decoration: none; }
    }
    """

  private static let script = """
    (() => {
      const form = document.getElementById("find");
      const input = form.elements.q;
      const output = form.querySelector("output");
      const fold = text => text.normalize("NFD").replace(/\\p{M}/gu, "").toLowerCase();
      const articles = [...document.querySelectorAll("article")];
      const texts = new Map();
      const textOf = article => {
        if (!texts.has(article)) texts.set(article, fold(article.textContent));
        return texts.get(article);
      };
      const find = () => {
        const words = fold(input.value).split(/\\s+/).filter(word => word);
        let found = 0;
        for (const article of articles) {
          const isFound = words.every(word => textOf(article).includes(word));
          article.hidden = !isFound;
          if (isFound) found += 1;
        }
        for (const section of document.querySelectorAll("section"))
          section.hidden = words.length > 0 && !section.querySelector("article:not([hidden])");
        output.value = words.length ? `${found} of ${articles.length}` : "";
      };
      let timer;
      input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, 120); });
      form.addEventListener("submit", event => { event.preventDefault(); find(); });
      document.addEventListener("click", event => {
        const tag = event.target.closest(".tag");
        if (!tag) return;
        input.value = tag.dataset.tag ?? tag.textContent;
        find();
        scrollTo(0, 0);
      });
      addEventListener("keydown", event => {
        if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); }
        if (event.key === "Escape") { input.value = ""; find(); }
      });
      form.hidden = false;
    })();
    """
}
