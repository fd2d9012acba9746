import { glob, readFile } from 'node:fs/promises'
import { dirname, join, posix, sep } from 'node:path'
import { coveredBy, withoutPostgres } from './database-tests.ts'
import type { Finding } from './run-tool.ts'

/** Paths of files, and what is in them. */
type Sources = ReadonlyMap<string, string>

interface DatabaseRules {
  /** Modules that a test covers, by the path of the test. */
  readonly coveredBy: Readonly<Record<string, readonly string[]>>
  /** Why a module has nothing that PostgreSQL could do otherwise, by its path. */
  readonly withoutPostgres: Readonly<Record<string, string>>
}

/** Calls that give a test a database. */
const opens =
  /\b(describeOnEach|startTestServer|startServerIn|startTestNode|createTestPlace|createTestDatabase|openDatabase|serveProgram|openPlace|withPlace)\(/
/** A test that needs neither list says which database it opens and why. */
const exception = /^\/\/ databases: (sqlite|postgres), because \S.{9,}$/m
const postgresAlone = /^\/\/ databases: postgres, because /m

const uses = (list: 'bothDatabases' | 'oneDatabase', text: string) =>
  new RegExp(`^import \\{[^}]*\\b${list}\\b[^}]*\\} from '[^']*/databases\\.ts'$`, 'm').test(text)

/** What may work on one database and fail on the other, as it is in the source. */
const constructs: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a transaction', /\.transaction\(\)|\.setIsolationLevel\(|\b(readSnapshot|leavingNoTrace)\(/],
  [
    'a lock',
    /\.(forUpdate|forShare|forNoKeyUpdate|forKeyShare|skipLocked)\(|\bset\.ref\(|\block[A-Z]\w*\(|\bpg_(try_)?advisory/,
  ],
  ['a branch by dialect', /\bdialect\s*[!=]==/],
  ['raw SQL', /\bsql(<[^`]*?>)?`|\bsql\.raw\(/],
  ['a guard against conflicts', /\.onConflict\(/],
  ['a statement of its own', /\b(sentStatement|stepOf|runPlanned|transact)\(/],
  ['a batch', /\b(createBatches|readTogether|ownedRowsTogether|isOneOf)\(/],
]

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*/gm, '$1')

/** The names of such code in a source. */
export const databaseCodeIn = (text: string): readonly string[] => {
  const code = withoutComments(text)
  return constructs.filter(([, pattern]) => pattern.test(code)).map(([name]) => name)
}

const importsOf = (path: string, text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*?'(\.[^']+)'/gm)].map(([, to = '']) =>
    posix.join(posix.dirname(path), to),
  )

/** What a test imports, directly or through other modules in the folder of what it imports. */
const reachedBy = (test: string, text: string, modules: Sources): ReadonlySet<string> => {
  const reached = new Set<string>()
  const waiting = importsOf(test, text).filter((path) => modules.has(path))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    const folder = dirname(path)
    waiting.push(...importsOf(path, modules.get(path) ?? '').filter((one) => dirname(one) === folder && modules.has(one)))
  }
  return reached
}

const problemsOfTests = (tests: Sources): string[] =>
  [...tests].flatMap(([path, text]) => {
    const isListed = uses('bothDatabases', text) || uses('oneDatabase', text)
    if (exception.test(text)) return isListed && !opens.test(text) ? [`${path} needs no exception: it opens no database`] : []
    return opens.test(text) && !isListed
      ? [`${path} opens a database: use bothDatabases or oneDatabase, or write "// databases: sqlite, because …"`]
      : []
  })

/**
 * The problems with the databases that tests run on, a line each. `tests` are all tests that may open a database, `modules` the
 * product's. A module with database code is covered if a test of its name runs on both databases or is for PostgreSQL alone, if such a
 * test imports it, directly or through modules of its own folder, or if `coveredBy` names one.
 */
export const problemsOfDatabases = (
  tests: Sources,
  modules: Sources,
  { coveredBy, withoutPostgres }: DatabaseRules,
): readonly string[] => {
  const both = new Map([...tests].filter(([, text]) => uses('bothDatabases', text) || postgresAlone.test(text)))
  const reached = new Set([...both].flatMap(([path, text]) => [...reachedBy(path, text, modules)]))
  const isFound = (path: string) => both.has(path.replace(/\.[tj]s$/, '.test.ts')) || reached.has(path)
  const listed = new Set(Object.values(coveredBy).flat())
  const codeOf = (path: string) => databaseCodeIn(modules.get(path) ?? '')
  const open = [...modules.keys()]
    .filter((path) => codeOf(path).length > 0 && !isFound(path) && !listed.has(path) && withoutPostgres[path] === undefined)
    .map((path) => `${path} has ${codeOf(path).join(', ')}, and no test on both databases is known to cover it`)
  const wrongTests = Object.keys(coveredBy)
    .filter((path) => !both.has(path))
    .map((path) => `${path} covers modules and does not run on both databases`)
  const needless = [...Object.values(coveredBy).flat(), ...Object.keys(withoutPostgres)]
    .filter((path) => codeOf(path).length === 0 || isFound(path))
    .map((path) => `${path} needs no entry in database-tests.ts any more`)
  return [...problemsOfTests(tests), ...open, ...wrongTests, ...needless]
}

const read = async (pattern: string, skipped: RegExp): Promise<Sources> => {
  const found = new Map<string, string>()
  for await (const path of glob(pattern, { exclude: ['**/node_modules', '**/dist'] })) {
    const name = path.split(sep).join('/')
    if (!skipped.test(name)) found.set(name, await readFile(join(process.cwd(), path), 'utf8'))
  }
  return found
}

/**
 * Every test that opens a database says on which it runs, and all code that may work on one database alone is covered by a test on both.
 *
 * Limits: the check reads source text. It does not see which lines a test runs: an entry in `database-tests.ts` is the word of whoever
 * wrote it, and an import is not a call. It sees the constructs above, by their names; a query that the builder makes alike for both
 * databases, and that one of them refuses or answers otherwise (order, letters, integers), is not among them.
 */
export const checkDatabasesOfTests = async (): Promise<Finding> => {
  const tests = await read('{apps/server,demo,script,bench,chaos,e2e}/**/*.test.ts', /^script\/check\//)
  const modules = await read('apps/server/src/**/*.{ts,js}', /\.test\.ts$|^apps\/server\/src\/testing\//)
  const problems = problemsOfDatabases(tests, modules, { coveredBy, withoutPostgres })
  return { ok: tests.size > 0 && modules.size > 0 && problems.length === 0, detail: problems.join('\n') }
}
