import { parseSync } from '@swc/core'

/** A node of the parser's tree, read by the names of its fields: its published types are behind what it returns. */
export interface Tree {
  readonly type: string
  readonly [field: string]: unknown
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The node in a field; undefined if the field has none. Parentheses and assertions of types are left out. */
export const nodeIn = (tree: Tree, field: string): Tree | undefined => {
  const value = tree[field]
  if (!isTree(value)) return undefined
  return /^(ParenthesisExpression|Ts\w*(Assertion|AsExpression|NonNullExpression|SatisfiesExpression))$/.test(value.type)
    ? nodeIn(value, 'expression')
    : value
}

/** The nodes of a list in a field; an argument of a call is the expression that it has. */
export const nodesIn = (tree: Tree, field: string): readonly Tree[] => {
  const value = tree[field]
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    if (isTree(one)) return [one]
    const inner: unknown = typeof one === 'object' && one !== null && 'expression' in one ? one.expression : undefined
    return isTree(inner) ? [inner] : []
  })
}

/** A text in a field; empty if the field has none. */
export const wordIn = (tree: Tree | undefined, field: string): string => {
  const value = tree?.[field]
  return typeof value === 'string' ? value : ''
}

/** Visits every node below a value, outer ones first; `visit` returns false for what is not to be gone into. */
export const walk = (value: unknown, visit: (tree: Tree) => boolean | undefined): void => {
  if (Array.isArray(value)) for (const one of value) walk(one, visit)
  else if (typeof value === 'object' && value !== null) {
    if (isTree(value) && visit(value) === false) return
    for (const inner of Object.values(value)) walk(inner, visit)
  }
}

const isFunction = ({ type }: Tree) =>
  /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|MethodProperty|ClassMethod|GetterProperty)$/.test(type)

/** What a function returns, without what functions inside it return; undefined if it isn't a function. */
export const returnsOf = (tree: Tree): readonly Tree[] | undefined => {
  if (!isFunction(tree)) return undefined
  const body = nodeIn(tree, 'body')
  if (body === undefined) return []
  if (!/^(BlockStatement|FunctionBody)$/.test(body.type)) return [body]
  const found: Tree[] = []
  walk(body, (node) => {
    const returned = node.type === 'ReturnStatement' ? nodeIn(node, 'argument') : undefined
    if (returned) found.push(returned)
    return isFunction(node) ? false : undefined
  })
  return found
}

/** A parsed source. */
export interface Parsed {
  readonly root: unknown
  /** The line of a node, from 1. */
  lineOf(tree: Tree): number
  sourceOf(tree: Tree): string
}

/** Where a node begins and ends, in bytes from 1. */
const spanOf = ({ span }: Tree): { readonly start: number; readonly end: number } =>
  typeof span === 'object' && span !== null && 'start' in span && 'end' in span
    ? { start: Number(span.start), end: Number(span.end) }
    : { start: 1, end: 1 }

/** `isTsx`: whether the source may have elements, which forbids type parameters that look like one. */
export const parse = (source: string, isTsx = true): Parsed => {
  const bytes = Buffer.from(source)
  return {
    root: parseSync(source, { syntax: 'typescript', tsx: isTsx, target: 'es2022' }),
    lineOf: (tree) =>
      bytes
        .subarray(0, spanOf(tree).start - 1)
        .toString()
        .split('\n').length,
    sourceOf: (tree) => bytes.subarray(spanOf(tree).start - 1, spanOf(tree).end - 1).toString(),
  }
}
