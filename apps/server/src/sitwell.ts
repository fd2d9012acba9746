#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { importFiles } from './import-files.ts'
import { explain, serve } from './main.ts'

const usage = `sitwell: the server of Sitwell, and what an administrator does without a screen

  sitwell serve                     serve the player and its calls
  sitwell migrate                   bring the database to this version
  sitwell import FILE...            import organisations (a folder with organisation.json) and exam packages (zip or folder)
      --org N                       the organisation that exam packages go to (1)
      --schedule USERNAME           schedule each imported exam for this learner
`

/** Answers the exit code; undefined where the server goes on serving. */
const run = async (): Promise<number | undefined> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { org: { type: 'string', default: '1' }, schedule: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  const [command, ...files] = positionals
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (command === 'serve') {
    await serve()
    return undefined
  }
  if (command !== 'migrate' && (command !== 'import' || files.length === 0)) {
    console.error(usage)
    return 2
  }
  const database = openDatabase(readConfig(process.env).database)
  try {
    const applied = await migrate(database.kysely, database.dialect)
    if (command === 'import')
      return await importFiles(database, files, { orgId: Number(values.org), schedule: values.schedule })
    console.log(applied.length ? `Applied migrations: ${applied.join(', ')}` : 'The database is up to date.')
    return 0
  } finally {
    await database.close()
  }
}

run().then(
  (code) => {
    if (code !== undefined) process.exitCode = code
  },
  (error) => {
    console.error(explain(error))
    process.exitCode = 1
  },
)
