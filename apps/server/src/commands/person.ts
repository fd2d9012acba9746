import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { drawingsIn, toSvg } from '@sitwell/question-types/marking'
import { bytesOf, selectFiles } from '../assessment/files/index.ts'
import { storedAnswer } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { PersonTable } from '../db/schema.ts'
import { argon2id } from '../passwords.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { rowsOfPerson } from '../privacy/rows-of-person.ts'
import { secretColumns } from '../privacy/tables-of-person.ts'
import { selectPersonByUsername } from '../security/people/queries.ts'
import { rowOfEvent } from '../security-log/chain.ts'
import { appendEvents } from '../security-log/queries.ts'
import { createCommandClock } from '../server-time/command-clock.ts'

export type PersonWord = 'export' | 'erase'
export const isPersonWord = (word: string | undefined): word is PersonWord => word === 'export' || word === 'erase'

/** Numbers that are moments, as people read them. */
const isMoment = (column: string, value: unknown): value is number =>
  typeof value === 'number' && /(^at|_at|_from|_to|_until)$/.test(column)

/** A row for its person: without secrets, moments as ISO 8601, what is JSON as such. */
const shownRow = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
      if (secretColumns.has(column) || value instanceof Uint8Array) return []
      if (isMoment(column, value)) return [[column, new Date(value).toISOString()]]
      if (typeof value === 'string' && /^[[{]/.test(value)) {
        try {
          return [[column, JSON.parse(value)]]
        } catch {
          // A text that begins like one.
        }
      }
      return [[column, value]]
    }),
  )

/** Writes each drawing of the answers that stand as a picture of its own, beside the answer that holds it. */
const writeDrawings = async (rows: ReadonlyMap<string, readonly object[]>, folder: string): Promise<number> => {
  let written = 0
  for (const row of (rows.get('answer') ?? []) as readonly { readonly question_id: string; readonly answer: string }[])
    for (const { field, drawing } of drawingsIn(storedAnswer(row.answer)?.answerText ?? '')) {
      written += 1
      const name = `drawing-${written}-${row.question_id.replace(/[^\w-]/g, '_')}.svg`
      await writeFile(join(folder, name), toSvg(drawing, { name: drawing.said || field }), { flag: 'wx', mode: 0o600 })
    }
  return written
}

/** Writes all that is known of a person into a folder: `person.json`, their drawings, and the files that they uploaded. */
const exportPerson = async (database: Database, person: PersonTable, folder: string, nowMs: number): Promise<number> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    console.error(`${folder} is not empty; nothing was written. Name another folder with --to.`)
    return 1
  }
  const rows = await rowsOfPerson(database, person)
  const tables = Object.fromEntries([...rows].map(([table, some]) => [table, some.map(shownRow)]))
  const whole = { format: 'sitwell-person', formatVersion: 1, writtenAt: new Date(nowMs).toISOString(), tables }
  await writeFile(join(folder, 'person.json'), `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600 })
  let written = 0
  for (const { form_run_guid } of (rows.get('form_run') ?? []) as readonly { readonly form_run_guid: string }[])
    for (const file of await selectFiles(database, { orgId: person.org_id, formRunGuid: form_run_guid })) {
      if (file.deleted_at !== null || file.scan === 'infected') continue
      written += 1
      const ending = /\.[A-Za-z0-9]{1,10}$/.exec(file.file_name)?.[0] ?? ''
      const path = join(folder, `file-${written}-${file.file_guid.replace(/[^\w-]/g, '_')}${ending}`)
      await pipeline(Readable.from(bytesOf(database, file)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    }
  const drawings = await writeDrawings(rows, folder)
  const count = [...rows.values()].reduce((sum, some) => sum + some.length, 0)
  console.log(
    `${person.username}: ${count} rows and ${written} files${drawings > 0 ? `, and drawings as ${drawings} pictures,` : ''} are in ${folder}.`,
  )
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
