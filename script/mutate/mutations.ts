import { parse, type Tree, walk, wordIn } from '../check/bare-texts/syntax-tree.ts'

/** What kind of change it is. */
type MutationKind = 'bound' | 'default' | 'equality' | 'field' | 'guard' | 'literal' | 'logic' | 'swap'

/** One small change of a source, as a slip in writing it would make. */
interface Mutation {
  readonly kind: MutationKind
  /** From 1. */
  readonly line: number
  readonly before: string
  readonly after: string
  /** The whole source with the change. */
  readonly source: string
}

interface Edit {
  readonly kind: MutationKind
  readonly from: number
  readonly to: number
  readonly after: string
}

const otherOperators: Readonly<Record<string, readonly [MutationKind, string]>> = {
  '<': ['bound', '<='],
  '<=': ['bound', '<'],
  '>': ['bound', '>='],
  '>=': ['bound', '>'],
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

const childIn = (tree: Tree, field: string): Tree | undefined => {
  const value = tree[field]
  // Boundary: the parser's nodes alone have a type.
  return isRecord(value) && typeof value.type === 'string' ? (value as Tree) : undefined
}

/** Where a node begins and ends, in bytes from 0; a property of an object has no place of its own. */
const placeOf = (tree: Tree | undefined): { readonly from: number; readonly to: number } | undefined => {
  if (tree === undefined) return undefined
  if (tree.type === 'KeyValueProperty') {
    const [key, value] = [placeOf(childIn(tree, 'key')), placeOf(childIn(tree, 'value'))]
    return key && value && { from: key.from, to: value.to }
  }
  if (tree.type === 'SpreadElement') {
    const [dots, value] = [tree.spread, placeOf(childIn(tree, 'arguments'))]
    return isRecord(dots) && value ? { from: Number(dots.start) - 1, to: value.to } : undefined
  }
  const { span } = tree
  return isRecord(span) ? { from: Number(span.start) - 1, to: Number(span.end) - 1 } : undefined
}

/** Types aren't there when the source runs; what assigns one to an expression has that expression. */
const isTypeOnly = ({ type }: Tree) =>
  /^Ts/.test(type) && !/^Ts(As|Satisfies|NonNull|Const)\w*Expression$|^TsTypeAssertion$/.test(type)

const isNegative = (tree: Tree) =>
  tree.type === 'UnaryExpression' && wordIn(tree, 'operator') === '-' && childIn(tree, 'argument')?.type === 'NumericLiteral'

/** The other value of a literal; undefined if it has none that a slip would make. A number below 0 often means none, so that -2 would mean the same. */
const otherLiteral = (tree: Tree): string | undefined => {
  if (isNegative(tree)) return String(childIn(tree, 'argument')?.value)
  if (tree.type === 'BooleanLiteral') return String(tree.value !== true)
  if (tree.type === 'NumericLiteral') return String(Number(tree.value) + 1)
}

/** Every change of a source that is tried, in the order of their places. */
export const mutationsOf = (source: string, isTsx = false): readonly Mutation[] => {
  const bytes = Buffer.from(source)
  const textOf = (from: number, to: number) => bytes.subarray(from, to).toString()
  const edits: Edit[] = []
  const replace = (kind: MutationKind, tree: Tree | undefined, after: string) => {
    const place = placeOf(tree)
    if (place) edits.push({ kind, ...place, after })
  }
  const changeOperator = (tree: Tree) => {
    const operator = wordIn(tree, 'operator')
    const [left, right] = [placeOf(childIn(tree, 'left')), placeOf(childIn(tree, 'right'))]
    if (!left || !right) return
    if (operator === '??') edits.push({ kind: 'default', from: left.to, to: right.to, after: '' })
    const other = otherOperators[operator]
    if (!other) return
    const between = textOf(left.to, right.from)
    edits.push({ kind: other[0], from: left.to, to: right.from, after: between.replace(operator, other[1]) })
  }
  const dropFields = (tree: Tree) => {
    const { properties } = tree
    for (const property of Array.isArray(properties) ? properties : []) {
      const place = placeOf(property)
      if (!place) continue
      const comma = /^\s*,/.exec(textOf(place.to, bytes.length))?.[0] ?? ''
      edits.push({ kind: 'field', from: place.from, to: place.to + Buffer.byteLength(comma), after: '' })
    }
  }
  const swapChoices = (tree: Tree) => {
    const [yes, no] = [placeOf(childIn(tree, 'consequent')), placeOf(childIn(tree, 'alternate'))]
    if (!yes || !no) return
    const after = textOf(no.from, no.to) + textOf(yes.to, no.from) + textOf(yes.from, yes.to)
    edits.push({ kind: 'swap', from: yes.from, to: no.to, after })
  }
  const dropGuard = (tree: Tree) => {
    if (!childIn(tree, 'alternate')) replace('guard', tree, ';')
  }
  const changesOf: Readonly<Record<string, (tree: Tree) => void>> = {
    BinaryExpression: changeOperator,
    ConditionalExpression: swapChoices,
    IfStatement: dropGuard,
    ObjectExpression: dropFields,
  }
  walk(parse(source, isTsx).root, (tree) => {
    if (isTypeOnly(tree) || tree.type === 'ImportDeclaration') return false
    changesOf[tree.type]?.(tree)
    const other = otherLiteral(tree)
    if (other !== undefined) replace('literal', tree, other)
    return isNegative(tree) ? false : undefined
  })
  return edits
    .sort((one, two) => one.from - two.from || one.to - two.to)
    .map(({ kind, from, to, after }) => ({
      kind,
      line: textOf(0, from).split('\n').length,
      before: textOf(from, to),
      after,
      source: textOf(0, from) + after + textOf(to, bytes.length),
    }))
}
