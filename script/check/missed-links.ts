import type { IModule } from 'dependency-cruiser'
import type { LinkGraph } from '../changed/link-graph.ts'

type Imports = readonly Pick<IModule, 'source' | 'dependencies'>[]

/**
 * The imports that `script/test --changed` would not follow. It reads links from the text, in a second where a parser takes twenty;
 * here, where everything is parsed anyway, the two are compared. An import of types alone is no link, and one through a module
 * that passes names on leads to a module behind it.
 */
export function missedLinks(modules: Imports, graph: LinkGraph): readonly string[] {
  const importsOf = new Map(
    modules.map(({ source, dependencies }) => [
      source,
      dependencies.filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only')).map(({ resolved }) => resolved),
    ]),
  )
  const isBehind = (module: string, linked: ReadonlySet<string>, past: readonly string[] = []): boolean =>
    linked.has(module) ||
    (past.length < deepest &&
      !past.includes(module) &&
      (importsOf.get(module) ?? []).some((next) => isBehind(next, linked, [...past, module])))
  return [...importsOf].flatMap(([source, imported]) => {
    const linked = new Set((graph.get(source) ?? []).map(({ to }) => to))
    const missed = imported.filter((to) => graph.has(source) && graph.has(to) && !isBehind(to, linked))
    return missed.map(
      (to) => `script/test --changed does not follow this import (script/changed/read-links.ts): ${source} → ${to}`,
    )
  })
}

/** Modules between an import and the module that declares the name: an index, a table, a re-export. */
const deepest = 3
