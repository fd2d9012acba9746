import { nodeIn, nodesIn, returnsOf, type Tree, walk, wordIn } from './syntax-tree.ts'

/** What an expression may show on a page. */
export interface Shown {
  /** Words: the same for as long as they are there, or others later. What can't be told from the source counts as such. */
  readonly text: 'none' | 'same' | 'changing'
  /** Elements. */
  readonly hasElements: boolean
  /** It may be there or not, or be several. */
  readonly comes: boolean
  /** A list: each text of it is its own node, even if nothing stands beside the list. */
  readonly isList: boolean
  /** Properties of the component around it that are shown in this place, whatever they hold. */
  readonly slots: readonly string[]
}

const nothing: Shown = { text: 'none', hasElements: false, comes: false, isList: false, slots: [] }
const element: Shown = { ...nothing, hasElements: true }
const gone: Shown = { ...nothing, comes: true }
const changing: Shown = { ...nothing, text: 'changing' }
const same: Shown = { ...nothing, text: 'same' }

const rank = { none: 0, same: 1, changing: 2 } as const

const oneOf = (all: readonly Shown[]): Shown =>
  all.reduce(
    (one, other) => ({
      text: rank[one.text] > rank[other.text] ? one.text : other.text,
      hasElements: one.hasElements || other.hasElements,
      comes: one.comes || other.comes,
      isList: one.isList || other.isList,
      slots: [...one.slots, ...other.slots],
    }),
    nothing,
  )

/** One of several, and by turns: texts that take turns change. */
const either = (...all: readonly Shown[]): Shown => {
  const shown = oneOf(all)
  return { ...shown, comes: true, text: shown.text === 'none' ? 'none' : 'changing' }
}

/** What the declarations of a file say of its names, and where they say nothing, those of all files. */
export interface Names {
  /** What is assigned to a name. */
  readonly values: ReadonlyMap<string, readonly Tree[]>
  /** The types that properties and methods of this name are declared with. */
  readonly types: ReadonlyMap<string, readonly Tree[]>
  /** Such types in all files. */
  readonly elsewhere: ReadonlyMap<string, readonly Tree[]>
}

const addTo = (map: Map<string, Tree[]>, name: string, tree: Tree | undefined) => {
  if (name !== '' && tree) map.set(name, [...(map.get(name) ?? []), tree])
}

const typeOf = (tree: Tree): Tree | undefined => {
  const annotation = nodeIn(tree, 'typeAnnotation') ?? nodeIn(tree, 'typeAnn')
  return annotation && nodeIn(annotation, 'typeAnnotation')
}

/** The types of all files together, by the names that they are declared for. */
export const typesOfAll = (all: readonly Pick<Names, 'types'>[]): Names['types'] => {
  const types = new Map<string, Tree[]>()
  for (const one of all) for (const [name, trees] of one.types) types.set(name, [...(types.get(name) ?? []), ...trees])
  return types
}

export const namesOf = (root: unknown): Omit<Names, 'elsewhere'> => {
  const values = new Map<string, Tree[]>()
  const types = new Map<string, Tree[]>()
  walk(root, (tree) => {
    if (tree.type === 'Identifier') addTo(types, wordIn(tree, 'value'), typeOf(tree))
    else if (tree.type === 'VariableDeclarator') {
      const id = nodeIn(tree, 'id')
      const init = nodeIn(tree, 'init')
      const returned = init && nodeIn(init, 'returnType')
      if (returned) addTo(types, wordIn(id, 'value'), nodeIn(returned, 'typeAnnotation'))
      else if (id && !typeOf(id)) addTo(values, wordIn(id, 'value'), init)
    } else if (/^Ts(Property|Method)Signature$/.test(tree.type))
      addTo(types, wordIn(nodeIn(tree, 'key'), 'value'), typeOf(tree))
    return undefined
  })
  return { values, types }
}

const ofType = (tree: Tree, name: string): Shown => {
  if (tree.type === 'TsUnionType') return either(...nodesIn(tree, 'types').map((one) => ofType(one, name)))
  if (tree.type === 'TsFunctionType') {
    const returned = typeOf(tree)
    return returned ? ofType(returned, name) : changing
  }
  if (tree.type === 'TsKeywordType') return /^(undefined|null|boolean|void)$/.test(wordIn(tree, 'kind')) ? gone : changing
  if (tree.type === 'TsLiteralType') return nodeIn(tree, 'literal')?.type === 'BooleanLiteral' ? gone : changing
  const called = wordIn(nodeIn(tree, 'typeName'), 'value')
  if (called === 'ReactNode') return { ...gone, slots: [name] }
  return called === 'ReactElement' ? { ...element, comes: true } : changing
}

/** The calls whose result is always the same words for the same id. */
const sayers = /^(text|words)$/

/** A chain of names that nothing was found for is not followed forever. */
const deepest = 6

/** What an expression of a file may show. */
export const shownBy = (tree: Tree | undefined, names: Names, depth = 0): Shown => {
  const by = (one: Tree | undefined) => shownBy(one, names, depth + 1)
  const field = (name: string) => by(tree && nodeIn(tree, name))
  const byName = (name: string, isCalled: boolean): Shown => {
    if (name === 'children') return { ...gone, slots: ['children'] }
    const values = depth > deepest ? [] : (names.values.get(name) ?? [])
    const ofValues = values.flatMap((value) => (isCalled ? (returnsOf(value) ?? []) : [value])).map(by)
    const typed = (types: Names['types']) => (types.get(name) ?? []).map((type) => ofType(type, name))
    const here = [...ofValues, ...typed(names.types)]
    const found = here.length > 0 ? here : typed(names.elsewhere)
    return found.length === 0 ? changing : oneOf(found)
  }
  switch (tree?.type) {
    case undefined:
    case 'NullLiteral':
    case 'BooleanLiteral':
    case 'JSXEmptyExpression':
      return gone
    case 'JSXElement':
    case 'JSXFragment':
      return element
    case 'StringLiteral':
      return wordIn(tree, 'value') === '' ? gone : same
    case 'NumericLiteral':
      return same
    case 'ConditionalExpression':
      return either(field('consequent'), field('alternate'))
    case 'BinaryExpression': {
      const operator = wordIn(tree, 'operator')
      if (operator === '&&') return either(gone, field('right'))
      return operator === '||' || operator === '??' ? either(field('left'), field('right')) : changing
    }
    case 'ArrayExpression':
      return { ...either(...nodesIn(tree, 'elements').map(by)), isList: true }
    case 'Identifier':
      return wordIn(tree, 'value') === 'undefined' ? gone : byName(wordIn(tree, 'value'), false)
    case 'OptionalChainingExpression':
      return either(gone, field('base'))
    case 'MemberExpression':
      return byName(wordIn(nodeIn(tree, 'property'), 'value'), false)
    case 'ArrowFunctionExpression':
      return oneOf((returnsOf(tree) ?? []).map(by))
    case 'CallExpression':
      return shownByCall(tree, names, depth, byName)
    default:
      return changing
  }
}

const shownByCall = (call: Tree, names: Names, depth: number, byName: (name: string, isCalled: boolean) => Shown): Shown => {
  const callee = nodeIn(call, 'callee')
  const [first, ...more] = nodesIn(call, 'arguments')
  const method = wordIn(callee && nodeIn(callee, 'property'), 'value')
  const each = method === 'from' ? more[0] : first
  if (/^(map|flatMap|from)$/.test(method) && each) {
    const returned = returnsOf(each)?.map((one) => shownBy(one, names, depth + 1)) ?? [byName(wordIn(each, 'value'), true)]
    return { ...either(...returned), isList: true }
  }
  const name = callee?.type === 'Identifier' ? wordIn(callee, 'value') : method
  if (sayers.test(name) && first?.type === 'StringLiteral' && more.length === 0) return same
  // A portal shows its content elsewhere, in its own place.
  if (name === 'createPortal') return gone
  // By convention these return elements.
  if (/^render[A-Z]/.test(name)) return { ...element, comes: true }
  return byName(name, true)
}
