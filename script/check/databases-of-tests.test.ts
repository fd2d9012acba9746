import { expect, test } from 'vitest'
import { databaseCodeIn, problemsOfDatabases } from './databases-of-tests.ts'

const listed = (list: string, ...imported: string[]) =>
  [
    `import { ${list} } from './databases.ts'`,
    ...imported.map((path) => `import { x } from '${path}'`),
    `describe.each(${list})`,
  ].join('\n')
const none = { coveredBy: {}, withoutPostgres: {} }
const query = 'kysely.transaction().execute(work)'
const problems = (tests: Record<string, string>, modules: Record<string, string> = {}, rules: Partial<typeof none> = {}) =>
  problemsOfDatabases(new Map(Object.entries(tests)), new Map(Object.entries(modules)), { ...none, ...rules })

test.each([
  ['kysely.transaction().execute(work)', ['a transaction']],
  ["transaction.setIsolationLevel('repeatable read')", ['a transaction']],
  ["kysely.selectFrom('answer').forUpdate()", ['a lock']],
  [".set((set) => ({ last_event: set.ref('last_event') }))", ['a lock']],
  ['await lockCourse(transaction, orgId)', ['a lock']],
  ['sql`select pg_advisory_xact_lock(1)`', ['a lock', 'raw SQL']],
  ["if (database.dialect === 'postgres') return", ['a branch by dialect']],
  ['sql<number>`beats + 1`', ['raw SQL']],
  ['sql<Record<string, number>>`beats + 1`', ['raw SQL']],
  ['.onConflict((conflict) => conflict.doNothing())', ['a guard against conflicts']],
  ['const step = stepOf(text, names)', ['a statement of its own']],
  ['readTogether({ keyOf })', ['a batch']],
  ["kysely.selectFrom('answer').selectAll()", []],
  ['// kysely.transaction() is what this once was', []],
  ['/** See `kysely.transaction()`, and\n * `.onConflict(` */', []],
])('finds in a source what may work on one database alone: %s', (source, names) => {
  expect(databaseCodeIn(source)).toEqual(names)
})

test('accepts a test on either list, one with a reason, and one that opens no database', () => {
  const fine = {
    'a.test.ts': `${listed('oneDatabase')}\nstartTestServer({ database })`,
    'b.test.ts': `${listed('bothDatabases')}\nopenDatabase(config)`,
    'c.test.ts': "// databases: sqlite, because it tests a file on the disk\nstartTestServer({ database: 'sqlite' })",
    'd.test.ts': 'expect(1).toBe(1)',
  }
  expect(problems(fine)).toEqual([])
})

test('refuses a test that opens a database and names no list, and a reason that says nothing', () => {
  const refused = 'opens a database: use bothDatabases or oneDatabase, or write "// databases: sqlite, because …"'
  const start = "startTestServer({ database: 'sqlite' })"
  expect(problems({ 'a.test.ts': start })).toEqual([`a.test.ts ${refused}`])
  expect(problems({ 'a.test.ts': `// databases: sqlite\n${start}` })).toEqual([`a.test.ts ${refused}`])
  expect(problems({ 'a.test.ts': `const bothDatabases = []\n${start}` })).toEqual([`a.test.ts ${refused}`])
})

test('refuses an exception that a test no longer needs', () => {
  const text = `${listed('oneDatabase')}\n// databases: sqlite, because it tests a file on the disk`
  expect(problems({ 'a.test.ts': text })).toEqual(['a.test.ts needs no exception: it opens no database'])
})

test('accepts a module that the test of its name covers on both databases, or on PostgreSQL alone', () => {
  expect(problems({ 's/a.test.ts': listed('bothDatabases') }, { 's/a.ts': query })).toEqual([])
  const alone = "// databases: postgres, because SQLite is a file\nopenDatabase({ dialect: 'postgres' })"
  expect(problems({ 's/a.test.ts': alone }, { 's/a.ts': query })).toEqual([])
})

test('accepts a module that a test on both databases imports, directly or through modules of its folder alone', () => {
  const modules = { 's/a.ts': "import { b } from './b.ts'", 's/b.ts': "import { c } from '../t/c.ts'", 't/c.ts': '' }
  const tests = { 'x.test.ts': listed('bothDatabases', './s/a.ts') }
  expect(problems(tests, { ...modules, 's/b.ts': query })).toEqual([])
  expect(problems(tests, { ...modules, 't/c.ts': query })).toEqual([
    't/c.ts has a transaction, and no test on both databases is known to cover it',
  ])
  expect(problems(tests, { ...modules, 's/a.ts': "import type { B } from './b.ts'", 's/b.ts': query })).toHaveLength(1)
})

test('refuses a module whose only test runs on one database', () => {
  const tests = { 's/a.test.ts': listed('oneDatabase', './a.ts') }
  expect(problems(tests, { 's/a.ts': query })).toEqual([
    's/a.ts has a transaction, and no test on both databases is known to cover it',
  ])
})

test('accepts a module whose test is named, refuses a named test on one database, and an entry that nothing needs', () => {
  const modules = { 's/a.ts': query }
  const rules = { coveredBy: { 'x.test.ts': ['s/a.ts'] } }
  expect(problems({ 'x.test.ts': listed('bothDatabases') }, modules, rules)).toEqual([])
  expect(problems({ 'x.test.ts': listed('oneDatabase') }, modules, rules)).toEqual([
    'x.test.ts covers modules and does not run on both databases',
  ])
  const needless = ['s/a.ts needs no entry in database-tests.ts any more']
  expect(problems({ 'x.test.ts': listed('bothDatabases') }, { 's/a.ts': '' }, rules)).toEqual(needless)
  expect(problems({ 'x.test.ts': listed('bothDatabases', './s/a.ts') }, modules, rules)).toEqual(needless)
  expect(problems({}, modules, { withoutPostgres: { 's/a.ts': 'PostgreSQL has its own tools' } })).toEqual([])
})
