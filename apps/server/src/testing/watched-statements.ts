import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** A connection that remembers every statement that goes through it. */
export const watchedStatements = (kysely: Kysely<Schema>) => {
  const nodes: RootOperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { nodes, kysely: kysely.withPlugin(plugin) }
}

/** The conditions by which a plan of SQLite searches its indexes, without that of the organisation: '' reads all rows of the organisation. */
export const searchesIn = (plan: string): string[] =>
  [...plan.matchAll(/SEARCH [^"(]*\(([^)"]*)/g)].map(([, by = '']) => by.replaceAll(/\borg_id ?=\?(?: AND )?/g, ''))
