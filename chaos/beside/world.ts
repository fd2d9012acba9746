import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calls, heardHeader } from '@sitwell/contract'
import { handInSeal } from '@sitwell/exam/answers/hand-in-seal'
import { zipSync } from 'fflate'
import { systemClock } from '../../apps/server/src/clock.ts'
import { type DatabaseConfig, openDatabase } from '../../apps/server/src/db/database.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { selectGeneration } from '../../apps/server/src/generation/queries.ts'
import {
  arrange,
  doCall,
  examOf,
  personOf,
  saveOf,
  signIn,
  sitExam,
  tryCall,
} from '../../apps/server/src/testing/test-world.ts'

/** What the command lines are about. */
export interface BesideWorld {
  readonly database: DatabaseConfig['dialect']
  /** The sitting that is saved to all the time. */
  readonly sitting: { readonly formRunGuid: string; readonly examGuid: string; readonly username: string }
  /** Numbers of organisations; the first one is that of the sitting. */
  readonly orgs: { readonly first: 1; readonly other: 2 }
  /** A course larger than a log gets before SQLite moves it into the database's file. */
  readonly course: string
  /** A recording of the sitting. */
  readonly recording: string
  /** The folder of an organisation that a round imports, and its ids. */
  organisationOf(round: number, kind: RoundKind): string
  idsOf(round: number, kind: RoundKind): { readonly orgId: number; readonly scheduleGuid: string }
  /** Writes a file of answers that could not be sent, with a new one in it; returns its path. */
  writeHandIn(round: number): string
  /** The data folder of a server that nobody has started. Its database has its tables. */
  readonly target: string
  readonly backups: string
  newestBackup(): string | undefined
  /** A path at which there is nothing. */
  fresh(name: string): string
}

type RoundKind = 'moving' | 'erased'

/** More than a thousand pages of 4096 bytes, after which SQLite moves its log into the file. */
const filmBytes = 5_000_000

const filesOf = (folder: string, files: Readonly<Record<string, string | Uint8Array>>) =>
  Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)))

const manifest = `<?xml version="1.0"?><manifest identifier="films" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"><metadata><schemaversion>1.2</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>Films</title><item identifier="i" identifierref="film"><title>Film</title></item>
  </organization></organizations><resources><resource identifier="film" type="webcontent" adlcp:scormtype="sco" href="film.html">
  <file href="film.html"/><file href="film.mp4"/></resource></resources></manifest>`

const writeCourse = async (folder: string) => {
  const text = new TextEncoder()
  const files = { 'imsmanifest.xml': text.encode(manifest), 'film.html': text.encode('<title>Film</title>') }
  const path = join(folder, 'course.zip')
  await writeFile(path, zipSync({ ...files, 'film.mp4': randomBytes(filmBytes) }, { level: 0 }))
  return path
}

const orgIdOf = (round: number, kind: RoundKind) => (kind === 'moving' ? 1000 : 2000) + round

const writeOrganisation = async (folder: string, round: number, kind: RoundKind) => {
  const orgId = orgIdOf(round, kind)
  const prefix = `o${orgId}`
  const at = join(folder, prefix)
  await mkdir(join(at, 'exam'), { recursive: true })
  const organisation = { orgId, name: `Organisation ${orgId}`, urlToken: prefix, hosts: [`${prefix}.example`] }
  const schedules = [{ guid: `${prefix}-schedule`, username: 'learner', exam: `${prefix}-exam` }]
  const people = [personOf(prefix, 'learner', orgId)]
  const file = { format: 'sitwell-organisation', formatVersion: 1, organisation, people, schedules, exams: ['exam'] }
  await filesOf(at, {
    'organisation.json': JSON.stringify(file),
    'exam/exam.json': JSON.stringify(examOf(prefix, { settings: {} })),
  })
}

/** Puts two organisations into the database, before a server serves from it. */
export const arrangeBeside = async (config: DatabaseConfig) => {
  const db = openDatabase(config)
  try {
    await migrate(db.kysely, db.dialect)
    const server = { db, clock: systemClock }
    const first = await arrange(server, { orgId: 1, exam: examOf('o1', { settings: { examTime: 36_000 } }) })
    return { first, other: await arrange(server, { orgId: 2, exam: examOf('o2', { settings: { examTime: 36_000 } }) }) }
  } finally {
    await db.close()
  }
}

/** Signs in the learner of the other organisation, as a browser would, to make files of answers that could not be sent. */
const sitAside = async (address: { origin: string }, config: DatabaseConfig, world: Awaited<ReturnType<typeof arrange>>) => {
  const db = openDatabase(config)
  const { generation = '' } = (await selectGeneration(db).finally(db.close)) ?? {}
  const { access_token: token } = await signIn(address, world)
  const { handInSecret = '' } = await doCall(address, calls.examJson, { query: world.entry }, token)
  const { formRunGUID: formRunGuid } = await doCall(address, calls.start, { query: world.entry }, token)
  const { headers } = await tryCall(address, calls.dashState, { query: { formRunGuid } }, token)
  const typed = { contactAt: Number(headers.get(heardHeader)), steadyMs: 1, wallMs: 1 }
  const fileOf = async (sequence: number) => {
    const save = { ...saveOf(world, formRunGuid), sequence, typed, requestId: randomUUID() }
    const content = {
      ...{ format: 'sitwell-hand-in' as const, formatVersion: 1 as const, about: 'Give this to your invigilator.' },
      ...{ madeAt: new Date(systemClock.nowMs()).toISOString(), orgId: world.orgId },
      ...{ scheduleGuid: world.entry.scheduleGuid, formRunGuid, generation, finished: false },
      learner: { guid: world.entry.userGuid, name: 'Ada Wood' },
      exam: { guid: world.entry.examGuid, name: 'Trees' },
      ...{ used: [{ seconds: 60 }], files: [], answers: [{ onServer: false, save }] },
    }
    return JSON.stringify({ ...content, seal: await handInSeal(content, handInSecret, globalThis.crypto.subtle) })
  }
  return { fileOf }
}

/** Writes everything that the command lines of all rounds need into a folder, and starts the exams of both learners. */
export const openWorld = async (
  parent: string,
  address: { origin: string },
  arranged: Awaited<ReturnType<typeof arrangeBeside>>,
  { rounds, config }: { rounds: number; config: DatabaseConfig },
) => {
  const folder = await mkdtemp(join(parent, 'beside-'))
  const { first, other } = arranged
  const { token, formRunGuid } = await sitExam(address, first)
  const aside = await sitAside(address, config, other)
  const handIns: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const kind of ['moving', 'erased'] as const) await writeOrganisation(folder, round, kind)
    handIns.push(await aside.fileOf(round))
  }
  const recording = join(folder, 'recording.json')
  await writeFile(recording, JSON.stringify({ formRunGuid, activities: [] }))
  const [target, backups] = [join(folder, 'target'), join(folder, 'backups')]
  for (const one of [target, backups]) await mkdir(one)
  const targetDatabase = openDatabase({ dialect: 'sqlite', path: join(target, 'sitwell.sqlite') })
  await migrate(targetDatabase.kysely, targetDatabase.dialect).finally(targetDatabase.close)
  const world: BesideWorld = {
    database: config.dialect,
    sitting: { formRunGuid, examGuid: first.entry.examGuid, username: 'learner' },
    orgs: { first: 1, other: 2 },
    course: await writeCourse(folder),
    recording,
    organisationOf: (round, kind) => join(folder, `o${orgIdOf(round, kind)}`),
    idsOf: (round, kind) => ({ orgId: orgIdOf(round, kind), scheduleGuid: `o${orgIdOf(round, kind)}-schedule` }),
    writeHandIn: (round) => {
      const path = join(folder, `answers-${round}.json`)
      writeFileSync(path, handIns[round - 1] ?? '')
      return path
    },
    target,
    backups,
    newestBackup: () => {
      const newest = readdirSync(backups).sort().at(-1)
      return newest && join(backups, newest)
    },
    fresh: (name) => join(folder, name),
  }
  return { world, sitting: { world: first, token, formRunGuid } }
}
