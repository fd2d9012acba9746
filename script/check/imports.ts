import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { importRules } from './import-rules.ts'
import { resolvedAsCode } from './resolved-as-code.ts'
import type { Finding } from './run-tool.ts'

/** Checks the imports of the named folders below `baseDir` against the rules of who may import whom. */
export async function checkImports(baseDir: string, folders: readonly string[]): Promise<Finding> {
  const { output } = await cruise([...folders], {
    baseDir,
    ruleSet: importRules,
    validate: true,
    ...resolvedAsCode,
    tsPreCompilationDeps: true,
  })
  if (typeof output === 'string') throw new Error('dependency-cruiser gave a report where its result was asked for')
  return { ok: output.summary.error === 0, detail: output.summary.violations.map(inWords).join('\n') }
}

function inWords({ from, to, rule, via }: ICruiseResult['summary']['violations'][number]): string {
  const steps = (via ?? []).map((one) => one.name).join(' → ')
  return `${rule.name}: ${from} → ${steps || to}`
}

// As a program, for what else is checked goes on beside it: it keeps a processor busy for half a minute.
if (import.meta.main) {
  const { ok, detail } = await checkImports(process.cwd(), process.argv.slice(2))
  if (!ok) console.log(detail)
  process.exitCode = ok ? 0 : 1
}
