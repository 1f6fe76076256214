// What a user of the library needs is had by `import Daybook` alone: the values and models, the
// predicates, the change sets, and of the modules below those types that stand in its own API.
@_exported public import ChangeSets
@_exported public import Collation
@_exported public import EventLog
@_exported public import FileSystem
@_exported public import LMDB
@_exported public import Model
@_exported public import Objects
@_exported public import Predicates
@_exported public import Views
