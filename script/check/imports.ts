import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { linkGraph } from '../changed/link-graph.ts'
import { readRepository } from '../changed/read-repository.ts'
import { importRules } from './import-rules.ts'
import { missedLinks } from './missed-links.ts'
import { resolvedAsCode } from './resolved-as-code.ts'
import type { Finding } from './run-tool.ts'

/** Checks the imports of the named folders below `baseDir` against the rules of who may import whom. */
export async function checkImports(baseDir: string, folders: readonly string[]): Promise<Finding> {
  const { summary } = await cruiseFolders(baseDir, folders)
  return { ok: summary.error === 0, detail: summary.violations.map(inWords).join('\n') }
}

async function cruiseFolders(baseDir: string, folders: readonly string[]): Promise<ICruiseResult> {
  const { output } = await cruise([...folders], {
    baseDir,
    ruleSet: importRules,
    validate: true,
    ...resolvedAsCode,
    tsPreCompilationDeps: true,
  })
  if (typeof output === 'string') throw new Error('dependency-cruiser gave a report where its result was asked for')
  return output
}

function inWords({ from, to, rule, via }: ICruiseResult['summary']['violations'][number]): string {
  const steps = (via ?? []).map((one) => one.name).join(' → ')
  return `${rule.name}: ${from} → ${steps || to}`
}

// As a program, for what else is checked continues beside it: it keeps a processor busy for half a minute.
if (import.meta.main) {
  const { summary, modules } = await cruiseFolders(process.cwd(), process.argv.slice(2))
  const missed = missedLinks(modules, linkGraph(readRepository(process.cwd(), [])))
  for (const line of [...summary.violations.map(inWords), ...missed]) console.log(line)
  process.exitCode = summary.error === 0 && missed.length === 0 ? 0 : 1
}
