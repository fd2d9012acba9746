import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeIn, nodesIn, parse, type Tree, walk, wordIn } from './bare-texts/syntax-tree.ts'
import type { Finding } from './run-tool.ts'

const nameOf = (tree: Tree | undefined): string => (tree?.type === 'Identifier' ? wordIn(tree, 'value') : '')
const calleeOf = (tree: Tree | undefined) => (tree?.type === 'CallExpression' ? nodeIn(tree, 'callee') : undefined)
const propertyOf = (tree: Tree | undefined) => (tree?.type === 'MemberExpression' ? nameOf(nodeIn(tree, 'property')) : '')

/** Whether a chain of calls begins a transaction: `kysely.transaction().setAccessMode('read only')`. */
const beginsTransaction = (tree: Tree | undefined): boolean => {
  const callee = calleeOf(tree)
  return callee !== undefined && (propertyOf(callee) === 'transaction' || beginsTransaction(nodeIn(callee, 'object')))
}

/** The function that runs in a transaction; undefined if a node begins none. */
const inTransaction = (tree: Tree): Tree | undefined => {
  const callee = calleeOf(tree)
  if (!callee) return undefined
  const isExecuted = propertyOf(callee) === 'execute' && beginsTransaction(nodeIn(callee, 'object'))
  return isExecuted || nameOf(callee) === 'readSnapshot' ? nodesIn(tree, 'arguments').at(-1) : undefined
}

/** The names that a node and those in it declare, as parameters or variables. */
const declaredIn = (tree: Tree): ReadonlySet<string> => {
  const names = new Set<string>()
  const add = (pattern: unknown) =>
    walk(pattern, (one) => {
      if (one.type === 'Identifier') names.add(wordIn(one, 'value'))
      return undefined
    })
  walk(tree, (one) => {
    if (one.type === 'VariableDeclarator') add(one.id)
    if (one.type === 'ArrowFunctionExpression' || one.type === 'FunctionExpression') add(one.params)
    return undefined
  })
  return names
}

/** Whether an object takes everything of a database but its connection: `{ ...database, kysely: transaction }`. */
const replacesConnection = (tree: Tree): boolean =>
  nodesIn(tree, 'properties').some((one) => nameOf(one) === 'kysely' || nameOf(nodeIn(one, 'key')) === 'kysely')

/** Whether a node reads a single field of a database or of a context, such as `database.dialect`. */
const isSingleField = (tree: Tree, isOutside: (name: string) => boolean): boolean => {
  const object = nameOf(nodeIn(tree, 'object'))
  return object !== 'kysely' && isOutside(object) && !['kysely', 'database'].includes(propertyOf(tree))
}

/** The parts of a node that may use a connection; undefined if these are all of its parts. */
const partsOf = (tree: Tree, isOutside: (name: string) => boolean): readonly unknown[] | undefined => {
  if (tree.type.startsWith('Ts') && !tree.type.endsWith('Expression')) return []
  if (tree.type === 'KeyValueProperty') return [tree.value]
  if (tree.type === 'MemberExpression') return isSingleField(tree, isOutside) ? [] : [tree.object]
  if (tree.type !== 'ObjectExpression' || !replacesConnection(tree)) return undefined
  return nodesIn(tree, 'properties').filter(({ type }) => type !== 'SpreadElement')
}

/** The parts of a function that use a connection from outside of it. */
const outsideIn = (body: Tree): readonly Tree[] => {
  const own = declaredIn(body)
  const isOutside = (name: string) => !own.has(name) && /^kysely$|^database$|Database$|[cC]ontext$/.test(name)
  const found: Tree[] = []
  const look = (part: unknown): void =>
    walk(part, (tree) => {
      if (isOutside(nameOf(tree))) found.push(tree)
      const parts = partsOf(tree, isOutside)
      for (const one of parts ?? []) look(one)
      return parts === undefined ? undefined : false
    })
  look(nodeIn(body, 'body'))
  return found
}

/** The uses of another connection within transactions of a source, as `file:line` and what to do. */
export const queriesOutside = (source: string, file: string): string[] => {
  if (!/\.transaction\(\)|\breadSnapshot\(/.test(source)) return []
  const { root, lineOf } = parse(source, false)
  const found: string[] = []
  walk(root, (tree) => {
    const body = inTransaction(tree)
    for (const one of body ? outsideIn(body) : [])
      found.push(
        `${file}:${lineOf(one)} hands on ${nameOf(one)} within a transaction, which would wait for itself on SQLite: use the transaction, and pass on single fields`,
      )
    return undefined
  })
  return found
}

const server = 'apps/server/src'
const passedOver = /\.test\.ts$|(^|[\\/])(testing|migrations)[\\/]/

/**
 * No query within a transaction uses another connection. SQLite has one, which the transaction keeps until it ends: such a query would wait for the
 * transaction, and the transaction for the query.
 */
export async function checkQueriesInTransactions(baseDir: string): Promise<Finding> {
  const problems: string[] = []
  let files = 0
  for await (const path of glob('**/*.ts', { cwd: join(baseDir, server) })) {
    if (passedOver.test(path)) continue
    files += 1
    problems.push(...queriesOutside(await readFile(join(baseDir, server, path), 'utf8'), `${server}/${path}`))
  }
  return { ok: files > 0 && problems.length === 0, detail: problems.sort().join('\n') }
}
