import { randomUUID } from 'node:crypto'
import { systemClock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { AuthoredExam } from './import/authored-exam.ts'
import type { ImportedPackage, LeftOut, PackageProblem } from './import/imported-package.ts'
import { readPackage } from './import/read-package.ts'
import { organisationFileAt, readOrganisation } from './organisation/read-organisation.ts'
import { storeExam } from './organisation/store-exam.ts'
import { storeOrganisation } from './organisation/store-organisation.ts'

interface Wishes {
  readonly orgId: number
  /** User name of the learner for whom each exam is scheduled. */
  readonly schedule: string | undefined
}

const tellProblems = (file: string, problems: readonly PackageProblem[]) => {
  console.error(`${file} was not imported:`)
  for (const { place, message } of problems) console.error(`  ${place}: ${message}`)
}

const tellLeftOut = (leftOut: readonly LeftOut[]) => {
  for (const { place, what, why } of leftOut) console.log(`  left out: ${place}: ${what} (${why})`)
}

const beingSat = ({ version }: AuthoredExam) => `version ${version} is being sat; a changed exam needs a higher one`

const scheduleFor = async (database: Database, { exam }: ImportedPackage, { orgId, schedule }: Wishes) => {
  const { kysely } = database
  const person = await kysely
    .selectFrom('person')
    .select('user_guid')
    .where('org_id', '=', orgId)
    .where('username', '=', schedule ?? '')
    .executeTakeFirst()
  if (!person) throw new Error(`Nobody in organisation ${orgId} is called ${schedule}.`)
  const place = { org_id: orgId, user_guid: person.user_guid, exam_guid: exam.examGuid }
  const held = await kysely
    .selectFrom('schedule')
    .select('schedule_guid')
    .where((where) => where.and(place))
    .executeTakeFirst()
  if (held) return
  await kysely
    .insertInto('schedule')
    .values({
      ...place,
      schedule_guid: randomUUID(),
      version: exam.version,
      schedule_type: 1,
      info: '',
      start_at: null,
      complete_at: null,
      practice: 0,
      password_hash: null,
      cant_start_message: null,
      extra_time_seconds: null,
    })
    .execute()
}

const importPackage = async (database: Database, file: string, wishes: Wishes): Promise<boolean> => {
  const reading = await readPackage({ path: file })
  if (!reading.ok) {
    tellProblems(file, reading.problems)
    return false
  }
  const { exam, leftOut } = reading.package
  const stored = await database.kysely.transaction().execute(async (kysely) => {
    const outcome = await storeExam(kysely, wishes.orgId, reading.package, systemClock.nowMs())
    if (wishes.schedule && outcome !== 'in use') await scheduleFor({ ...database, kysely }, reading.package, wishes)
    return outcome
  })
  if (stored === 'in use') {
    tellProblems(file, [{ place: 'version', message: beingSat(exam) }])
    return false
  }
  console.log(`${file}: "${exam.name}" ${stored === 'stored' ? 'was imported' : 'is there already'}.`)
  tellLeftOut(leftOut)
  return true
}

const importOrganisation = async (database: Database, file: string): Promise<boolean> => {
  const reading = await readOrganisation(file)
  if (!reading.ok) {
    tellProblems(file, reading.problems)
    return false
  }
  const inUse = await storeOrganisation(database, systemClock, reading.organisation)
  console.log(`${file}: organisation "${reading.organisation.file.organisation.name}" was imported.`)
  for (const exam of inUse) console.log(`  "${exam.name}" stays as it was: ${beingSat(exam)}`)
  tellLeftOut(reading.organisation.leftOut)
  return true
}

/** Imports organisations and exam packages, each all or nothing. Answers the exit code: 1 where one was refused. */
export const importFiles = async (database: Database, files: readonly string[], wishes: Wishes): Promise<number> => {
  let refused = 0
  for (const file of files) {
    const organisation = await organisationFileAt(file)
    const done = organisation ? await importOrganisation(database, organisation) : await importPackage(database, file, wishes)
    if (!done) refused += 1
  }
  return refused > 0 ? 1 : 0
}
