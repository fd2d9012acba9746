#!/usr/bin/env node
import { readCommandLine } from './commands/command-line.ts'
import { commands } from './commands/commands.ts'
import { usage } from './commands/usage.ts'
import { withoutDatabase } from './commands/without-database.ts'
import { ConfigurationError, readConfig } from './config.ts'
import { environmentOfDatabase } from './databases-file.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'

/** Answers the exit code; undefined where the server goes on serving. */
const run = async (): Promise<number | undefined> => {
  const line = readCommandLine(process.argv.slice(2))
  if (line.values.help) {
    console.log(usage)
    return 0
  }
  const { database: named } = line.values
  if (line.command === 'serve') {
    if (named !== undefined) throw new ConfigurationError('serve takes no --database: it serves all of SITWELL_DATABASES.')
    const { serve } = await import('./main.ts')
    await serve()
    return undefined
  }
  const alone = await withoutDatabase.get(line.command ?? '')?.(line)
  const environment = environmentOfDatabase(process.env, named)
  if (alone) return alone(environment)
  const act = await commands.get(line.command ?? '')?.(line)
  if (!act) {
    console.error(usage)
    return 2
  }
  const config = readConfig(environment)
  const database = openDatabase(config.database)
  try {
    const applied = await migrate(database.kysely, database.dialect)
    const { noteCommand } = await import('./commands/note-command.ts')
    return await noteCommand(database, line, () => act({ database, config, environment: process.env, applied }))
  } finally {
    await database.close()
  }
}

run().then(
  (code) => {
    if (code !== undefined) process.exitCode = code
  },
  (error) => {
    process.exitCode = 1
    void import('./main.ts').then(({ explain }) => console.error(explain(error)))
  },
)
