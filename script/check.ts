import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type CheckedChange, readCheckedChange } from './changed/checked-change.ts'
import { checkAdvisories } from './check/advisories.ts'
import { checkBareTexts } from './check/bare-texts.ts'
import { checkCourseHost } from './check/course-host.ts'
import { checkDatabasesOfTests } from './check/databases-of-tests.ts'
import { checkDecisions } from './check/decisions.ts'
import { checkFirstQuestion } from './check/first-question.ts'
import { checkLinks } from './check/links.ts'
import { checkLockFile } from './check/lock-file.ts'
import { checkMarkingMarker } from './check/marking-marker.ts'
import { checkMessages } from './check/messages.ts'
import { checkMigrations } from './check/migrations.ts'
import { checkOfficeScreen } from './check/office-screen.ts'
import { checkPlainEnglish } from './check/plain-english.ts'
import { checkQueriesInTransactions } from './check/queries-in-transactions.ts'
import { checkQuestionTypeNames } from './check/question-type-names.ts'
import { checkRealTime } from './check/real-time.ts'
import { checkRequirements } from './check/requirements.ts'
import { type Finding, runTool } from './check/run-tool.ts'
import { checkSecretColumns } from './check/secret-columns.ts'
import { checkSignInPage } from './check/sign-in-page.ts'
import { checkStores } from './check/stores.ts'
import { checkTables } from './check/tables.ts'
import { checkTextsOfPages } from './check/texts-of-pages.ts'
import { writeVerdicts } from './sum-up/write-verdicts.ts'

/**
 * `npm run check`: everything that can be told of the code without running it, one line each. With `--change FILE`, which
 * `script/changed.ts` writes, only what the change can break: the slow checks name what that is, and all others always run.
 */
const { values } = parseArgs({ options: { change: { type: 'string' } } })
const change = values.change === undefined ? undefined : await readCheckedChange(values.change)

const inBuild = ({ paths }: CheckedChange) =>
  paths.some((path) =>
    /^(apps\/(player|office|scorm-host)|packages)\/|^package(-lock)?\.json$|^script\/(build|set-up)/.test(path),
  )
const inLinks = ({ linksChanged }: CheckedChange) => linksChanged
const inServer = ({ paths }: CheckedChange) => paths.some((path) => /^apps\/server\/|^script\/check\//.test(path))

/** The style of a file depends on no other, unless the rules of it change. */
const styled =
  change === undefined || change.paths.some((path) => /^(biome\.jsonc|package(-lock)?\.json)$/.test(path))
    ? ['.']
    : ['--files-ignore-unknown=true', '--no-errors-on-unmatched', ...change.paths.filter((path) => existsSync(path))]

type Check = [name: string, check: () => Promise<Finding>, canBreak?: (change: CheckedChange) => boolean]

const everyCheck: Check[] = [
  ['the apps build', () => runTool('script/build', []), inBuild],
  [
    'who imports whom',
    () => runTool('node', ['script/check/imports.ts', 'packages', 'apps', 'e2e', 'script', 'bench', 'demo', 'chaos']),
    inLinks,
  ],
  ['types of what runs on Node', () => runTool('tsc', ['-p', 'tsconfig.json'])],
  ['types of what runs in a browser', () => runTool('tsc', ['-p', 'tsconfig.browser.json'])],
  [
    'style and lint (biome)',
    () => runTool('biome', ['ci', '--colors=off', '--error-on-warnings', '--reporter=summary', ...styled]),
  ],
  ['who queries which table', () => checkTables(process.cwd()), inServer],
  ['no query selects secrets that it does not name', () => checkSecretColumns(process.cwd()), inServer],
  ['no query in a transaction uses another connection', () => checkQueriesInTransactions(process.cwd()), inServer],
  ['which tests run on both databases', checkDatabasesOfTests, inServer],
  ['nothing unused (knip)', () => runTool('knip', ['--no-progress', '--no-config-hints'])],
  [
    'nothing that only tests use (knip --production)',
    () => runTool('knip', ['--production', '--include', 'files,exports', '--no-progress', '--no-config-hints']),
  ],
  ['weight of the sign-in page', () => checkSignInPage('apps/player/dist'), inBuild],
  ['weight of the way to the first question', () => checkFirstQuestion('apps/player/dist'), inBuild],
  ['weight of the first screen of the office', () => checkOfficeScreen('apps/office/dist'), inBuild],
  ['weight of the host of courses', () => checkCourseHost('apps/scorm-host/dist'), inBuild],
  // Each by its name: an app that wasn't built would not be noticed among the others.
  ...['player', 'player/preview', 'office', 'scorm-host'].map(
    (app): Check => [
      `no marking in what a browser loads of the ${app}`,
      () => checkMarkingMarker('packages/question-types/src/*/marking.ts', `apps/${app}/dist/**/*.{js,map,html}`),
      inBuild,
    ],
  ),
  ['docs/requirements is current, and names rows that exist', checkRequirements],
  ['decisions have their pages, and those that are named exist', checkDecisions],
  ['links between documents lead to files and headings', checkLinks],
  ['servers of the previous version keep working over every migration', checkMigrations],
  ['no code but a question type’s own depends on its name', checkQuestionTypeNames],
  ['no test in a browser depends on real time', checkRealTime],
  ['every text that comes, goes or changes has an element of its own', checkBareTexts],
  ['plain English: no wording becomes more frequent', checkPlainEnglish],
  ['each store of the browser is named in one module', checkStores],
  ['every language says everything', checkMessages],
  ['each page of the office names the sets of its texts', checkTextsOfPages],
  ['no package that a stored advisory is about', checkAdvisories],
  ['package-lock.json names no hosts, and a hash of each package', () => checkLockFile('package-lock.json')],
]
const checks = everyCheck.filter(([, , canBreak]) => change === undefined || canBreak === undefined || canBreak(change))

const findings: Finding[] = []
let told = 0

/** Tells of the checks in their order, as far as they are done. */
const tell = () => {
  for (let finding = findings[told]; finding; finding = findings[told]) {
    const { ok, detail } = finding
    const [only, ...more] = detail.split('\n')
    const brief = ok && only && more.length === 0 ? ` (${only})` : ''
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${checks[told]?.[0]}${brief}`)
    if (!ok) console.log(detail.replace(/^/gm, '        '))
    told += 1
  }
}

const left = [...checks.entries()]
const runNext = async (): Promise<boolean> => {
  const next = left.shift()
  if (!next) return false
  const [place, [, check]] = next
  findings[place] = await check().catch((error: unknown) => ({ ok: false, detail: String(error) }))
  tell()
  return true
}
const runAll = async () => {
  while (await runNext());
}
// Some of the others look at what was built. Two at once: most keep one processor busy.
await runNext()
await Promise.all([runAll(), runAll()])
writeVerdicts(findings.map((finding, place) => ({ ...finding, title: checks[place]?.[0] ?? '' })))
process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1
