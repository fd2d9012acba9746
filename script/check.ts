import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkAdvisories } from './check/advisories.ts'
import { checkDecisions } from './check/decisions.ts'
import { checkFirstQuestion } from './check/first-question.ts'
import { checkImports } from './check/imports.ts'
import { checkLockFile } from './check/lock-file.ts'
import { checkMarkingMarker } from './check/marking-marker.ts'
import { checkMessages } from './check/messages.ts'
import { checkMigrations } from './check/migrations.ts'
import { checkRequirements } from './check/requirements.ts'
import { type Finding, runTool } from './check/run-tool.ts'
import { checkSignInPage } from './check/sign-in-page.ts'
import { checkTables } from './check/tables.ts'

/** `npm run check`: everything that can be told of the code without running it, one line each. */
const checks: [name: string, check: () => Promise<Finding>][] = [
  ['the player builds', () => runTool('script/build', [])],
  ['types of what runs on Node', () => runTool('tsc', ['-p', 'tsconfig.json'])],
  ['types of what runs in a browser', () => runTool('tsc', ['-p', 'tsconfig.browser.json'])],
  ['style and lint (biome)', () => runTool('biome', ['ci', '--colors=off', '--error-on-warnings', '--reporter=summary', '.'])],
  ['who imports whom', () => checkImports(process.cwd(), ['packages', 'apps', 'e2e', 'script', 'bench', 'demo', 'chaos'])],
  ['who queries which table', () => checkTables(process.cwd())],
  ['nothing unused (knip)', () => runTool('knip', ['--no-progress', '--no-config-hints'])],
  [
    'nothing that only tests use (knip --production)',
    () => runTool('knip', ['--production', '--include', 'files,exports', '--no-progress', '--no-config-hints']),
  ],
  ['weight of the sign-in page', () => checkSignInPage('apps/player/dist')],
  ['weight of the way to the first question', () => checkFirstQuestion('apps/player/dist')],
  [
    'no marking in the player',
    () => checkMarkingMarker('packages/question-types/src/*/marking.ts', 'apps/player/dist/**/*.{js,map,html}'),
  ],
  ['docs/requirements is current, and names rows that exist', checkRequirements],
  ['decisions have their pages, and those that are named exist', checkDecisions],
  ['servers of the version before go on over every migration', checkMigrations],
  ['every language says everything', checkMessages],
  ['no package that a stored advisory is about', checkAdvisories],
  ['package-lock.json names no hosts, and a hash of each package', () => checkLockFile('package-lock.json')],
]

let failed = 0
for (const [name, check] of checks) {
  const { ok, detail } = await check().catch((error: unknown) => ({ ok: false, detail: String(error) }))
  if (!ok) failed += 1
  const [only, ...more] = detail.split('\n')
  const brief = ok && only && more.length === 0 ? ` (${only})` : ''
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name}${brief}`)
  if (!ok) console.log(detail.replace(/^/gm, '        '))
}

const reportDir = process.env.SITWELL_REPORT_DIR
if (reportDir) await writeFile(join(reportDir, 'check.json'), JSON.stringify({ passed: checks.length - failed, failed }))
process.exitCode = failed === 0 ? 0 : 1
