import { sealRulesOf } from '../assessment/form-run/index.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import type { LeftOut, PackageProblem } from '../import/imported-package.ts'
import { readPackage } from '../import/read-package.ts'
import { hasGraveLoss, reportOf } from '../import/report/import-report.ts'
import { conflictsWithDatabase } from '../organisation/conflicts-with-database.ts'
import { organisationFileAt, readOrganisation } from '../organisation/read-organisation.ts'
import type { ScheduleFields } from '../organisation/schedule-wishes.ts'
import { type ImportNote, scheduleFor, storePackageSchedule } from '../organisation/schedules.ts'
import { besideText, type CourseWishes } from '../organisation/store-course.ts'
import { storeExam } from '../organisation/store-exam.ts'
import { type GrantedRole, storeOrganisation } from '../organisation/store-organisation.ts'
import { argon2id } from '../passwords.ts'
import { rowOfEvent } from '../security-log/chain.ts'
import { appendEvents } from '../security-log/queries.ts'
import { importCourse, isCourse } from './import-course.ts'
import { ImportReports, type ReportFiles } from './import-reports.ts'
import { systemUser } from './note-command.ts'

interface Wishes {
  readonly orgId: number
  /** User names of the learners for whom each exam is scheduled. */
  readonly learners: readonly string[]
  /** What these schedules are to be. */
  readonly fields: ScheduleFields
  /** Schedule it again for who has completed it. */
  readonly again: boolean
  /** Only say what would be imported. */
  readonly dryRun?: boolean
  /** Import it though marks are lost, or how an exam is made up. */
  readonly acceptLoss?: boolean
  /** What is said of courses. */
  readonly course?: CourseWishes
  /** Files that the reports are written to. */
  readonly reports?: ReportFiles
}

/** Whether it may be stored as it was read; told where not. */
const mayStore = (file: string, leftOut: readonly LeftOut[], { dryRun, acceptLoss }: Wishes): boolean => {
  if (dryRun) return false
  if (acceptLoss || !hasGraveLoss(leftOut)) return true
  console.error(
    `${file} was not imported: marks are lost, or how the exam is made up (above). With --accept-loss it is imported all the same.`,
  )
  return false
}

const tellProblems = (file: string, problems: readonly PackageProblem[]) => {
  console.error(`${file} was not imported:`)
  for (const { place, message } of problems) console.error(`  ${place}: ${message}`)
}

const tellLeftOut = (leftOut: readonly LeftOut[]) => {
  for (const { place, what, why } of leftOut) console.log(`  left out: ${place}: ${what} (${why})`)
}

/** Whether its parts will be given out sealed, and how early their keys. */
const tellSealed = async (database: Database, orgId: number, exam: AuthoredExam) => {
  const { isSealed, aheadMs } = await sealRulesOf(database, orgId, exam)
  if (!isSealed) return
  const ahead = aheadMs > 0 ? `${aheadMs / 1000} seconds before they come to it` : 'when they come to it'
  const later = exam.sections.length > 1 ? `, of a later one ${ahead}` : ''
  console.log(`  "${exam.name}": each part is given out sealed, the key of the first when its learner starts${later}.`)
}

const beingSat = ({ version }: AuthoredExam) => `version ${version} is being sat; a changed exam needs a higher one`

const tellNotes = (all: readonly ImportNote[]): boolean => {
  for (const { text, isProblem } of all) (isProblem ? console.error : console.log)(`  ${text}`)
  return all.every((one) => !one.isProblem)
}

/** How many items are read between two words of how far it is. */
const itemsBetween = 500

const tellProgress = (count: number) => {
  if (count % itemsBetween === 0) console.error(`  ${count} items read …`)
}

const importPackage = async (database: Database, file: string, wishes: Wishes, reports: ImportReports): Promise<boolean> => {
  const reading = await readPackage({ path: file, onItem: tellProgress })
  if (!reading.ok) {
    tellProblems(file, reading.problems)
    return false
  }
  const { exam, leftOut, schedules } = reading.package
  const { orgId, learners, fields, again, dryRun } = wishes
  const report = reportOf(file, reading.package)
  if (!mayStore(file, leftOut, wishes)) {
    if (dryRun) console.log(`${file}: "${exam.name}" would be imported${hasGraveLoss(leftOut) ? ' with --accept-loss' : ''}.`)
    reports.add(report)
    return dryRun ?? false
  }
  const nowMs = systemClock.nowMs()
  const { dialect } = database
  const { stored, notes } = await database.kysely.transaction().execute(async (kysely) => {
    const { outcome } = await storeExam(kysely, orgId, reading.package, nowMs)
    const all: ImportNote[] = []
    if (outcome === 'in use') return { stored: outcome, notes: all }
    for (const one of schedules) all.push(await storePackageSchedule(kysely, { orgId, exam, nowMs }, one, argon2id.hash))
    for (const username of learners)
      all.push(await scheduleFor({ kysely, dialect }, { orgId, username, exam, nowMs }, { fields, again }))
    return { stored: outcome, notes: all }
  })
  if (stored === 'in use') {
    tellProblems(file, [{ place: 'version', message: beingSat(exam) }])
    return false
  }
  console.log(`${file}: "${exam.name}" ${stored === 'stored' ? 'was imported' : 'is there already'}.`)
  await tellSealed(database, orgId, exam)
  if (report.items.length > 0) reports.add(report)
  else {
    tellLeftOut(leftOut)
    reports.keep(report)
  }
  return tellNotes(notes)
}

/** Undefined if the file is no course. */
const takeCourse = async (database: Database, file: string, wishes: Wishes): Promise<boolean | undefined> => {
  if (wishes.dryRun && (await isCourse(file))) {
    console.log(`${file} is a course; --dry-run says nothing of those.`)
    return true
  }
  const imported = await importCourse(database, file, wishes)
  if (!imported?.ok) {
    if (imported) tellProblems(file, [imported])
    return imported && false
  }
  const { name, isNew, version, beside } = imported
  const outcome = isNew ? `was imported${version > 1 ? ` as version ${version}` : ''}` : 'is there already'
  console.log(`${file}: the course "${name}" ${outcome}.`)
  for (const other of beside) console.log(`  ${besideText(other)}`)
  if (Object.keys(wishes.fields).length > 0) console.log('  left out: what the options say of exams (a course has none of it)')
  tellLeftOut(imported.leftOut)
  return tellNotes(imported.notes)
}

/** Writes the roles that new people came with into the security log, one event each. */
const noteGranted = async (database: Database, orgId: number, author: string, granted: readonly GrantedRole[]) => {
  const events = granted.map(({ grant, role, userGuid }) =>
    rowOfEvent({ kind: 'role-granted', orgId, userGuid, author, target: { role, grant }, atMs: systemClock.nowMs() }),
  )
  if (events.length > 0) await appendEvents(database, events)
}

const importOrganisation = async (
  database: Database,
  file: string,
  wishes: Wishes,
  reports: ImportReports,
): Promise<boolean> => {
  const reading = await readOrganisation(file)
  if (!reading.ok) {
    tellProblems(file, reading.problems)
    return false
  }
  const held = await conflictsWithDatabase(database, reading.organisation.file)
  if (held.length > 0) {
    tellProblems(file, held)
    return false
  }
  for (const one of reading.organisation.packages) if (one.items?.length) reports.add(reportOf(file, one))
  if (!mayStore(file, reading.organisation.leftOut, wishes)) {
    if (wishes.dryRun) console.log(`${file}: organisation "${reading.organisation.file.organisation.name}" would be imported.`)
    tellLeftOut(reading.organisation.leftOut)
    return wishes.dryRun ?? false
  }
  const author = `command:${systemUser()}`
  const { inUse, notes, granted } = await storeOrganisation(database, systemClock, reading.organisation, argon2id, author)
  await noteGranted(database, reading.organisation.file.organisation.orgId, author, granted)
  console.log(`${file}: organisation "${reading.organisation.file.organisation.name}" was imported.`)
  for (const exam of inUse) console.log(`  "${exam.name}" stays as it was: ${beingSat(exam)}`)
  const { file: written, packages } = reading.organisation
  for (const { exam } of packages) await tellSealed(database, written.organisation.orgId, exam)
  tellLeftOut(reading.organisation.leftOut)
  return tellNotes(notes)
}

/** Imports organisations, courses and exam packages, each all or nothing. Answers the exit code: 1 where one was refused, or a learner not scheduled. */
export const importFiles = async (database: Database, files: readonly string[], wishes: Wishes): Promise<number> => {
  let refused = 0
  const reports = new ImportReports()
  for (const [index, file] of files.entries()) {
    if (files.length > 1) console.log(`[${index + 1} of ${files.length}] ${file}`)
    const organisation = await organisationFileAt(file)
    const done = organisation
      ? await importOrganisation(database, organisation, wishes, reports)
      : ((await takeCourse(database, file, wishes)) ?? (await importPackage(database, file, wishes, reports)))
    if (!done) refused += 1
  }
  await reports.write(wishes.reports ?? {})
  return refused > 0 ? 1 : 0
}
