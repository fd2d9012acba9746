import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createExamCache } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { PersonTable } from '../db/schema.ts'
import { argon2id } from '../passwords.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { noteOpenings } from '../privacy/note-openings.ts'
import { filesOfPerson, personDocument } from '../privacy/person-document.ts'
import { selectPersonByUsername } from '../security/people/queries.ts'
import { rowOfEvent } from '../security-log/chain.ts'
import { appendEvents } from '../security-log/queries.ts'
import { createCommandClock } from '../server-time/command-clock.ts'

export type PersonWord = 'export' | 'erase'
export const isPersonWord = (word: string | undefined): word is PersonWord => word === 'export' || word === 'erase'

/** Writes all that is known of a person into a folder: `person.json`, their drawings, and the files that they uploaded. */
const exportPerson = async (database: Database, person: PersonTable, folder: string, nowMs: number): Promise<number> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    console.error(`${folder} is not empty; nothing was written. Name another folder with --to.`)
    return 1
  }
  const exams = createExamCache(database, () => nowMs)
  const document = await personDocument({ database, exams }, person, nowMs)
  await noteOpenings(database, document, { opened_by: 'command', opened_at: nowMs })
  await writeFile(join(folder, 'person.json'), document.text, { mode: 0o600 })
  const written = { file: 0, drawing: 0, document: 0 }
  for await (const { name, kind, bytes } of filesOfPerson(database, person, document)) {
    await pipeline(Readable.from(bytes), createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 }))
    written[kind] += 1
  }
  const pictures = written.drawing > 0 ? `, and drawings as ${written.drawing} pictures,` : ''
  const documents = written.document > 0 ? `, with ${written.document} documents behind accommodations,` : ''
  console.log(`${person.username}: ${document.count} rows and ${written.file} files${pictures}${documents} are in ${folder}.`)
  return 0
}

const erase = async (database: Database, person: PersonTable, nowMs: number): Promise<number> => {
  const done = await erasePerson(database, person, { nowMs, passwords: argon2id })
  if (!done.ok && done.isLastOwner) {
    console.error(
      `${person.username} is the last owner of the organisation; nothing was erased. Make somebody else an owner first.`,
    )
    return 1
  }
  if (!done.ok) {
    console.error(
      `${person.username} has an exam under way (${done.formRunsUnderWay.join(', ')}); nothing was erased. It has to be completed first.`,
    )
    return 1
  }
  const target = { userId: person.user_id, formRuns: done.formRuns }
  await appendEvents(database, [rowOfEvent({ kind: 'person-erased', orgId: person.org_id, target, atMs: nowMs })])
  console.log(
    `Person ${person.user_id} of organisation ${person.org_id} was erased: ${done.formRuns} form runs, ${done.events} events of the security log. Backups have them until they are thrown away.`,
  )
  return 0
}

/** `sitwell person`: hands out, or takes away, all that is known of one person. Answers the exit code. */
export const commandPerson = async (
  database: Database,
  word: PersonWord,
  { orgId, username, folder }: { readonly orgId: number; readonly username: string; readonly folder: string },
): Promise<number> => {
  const person = await selectPersonByUsername(database, orgId, username)
  if (!person) {
    console.error(`Nobody in organisation ${orgId} is called ${username}.`)
    return 1
  }
  const nowMs = (await createCommandClock(database)).nowMs()
  if (word === 'erase') return erase(database, person, nowMs)
  const code = await exportPerson(database, person, folder, nowMs)
  const event = { kind: 'person-exported', orgId, userGuid: person.user_guid, atMs: nowMs } as const
  if (code === 0) await appendEvents(database, [rowOfEvent(event)])
  return code
}
