import { marksIn } from '@sitwell/exam/paper/explanations'
import { markingOf } from '@sitwell/question-types/marking'
import * as z from 'zod'
import { type AuthoredExam, type AuthoredSection, authoredExam } from '../../authored-exam.ts'
import { type AuthoredSchedule, authoredSchedule } from '../../authored-schedule.ts'
import { mediaTypeIn, mediaTypeOf } from '../../files/media-type.ts'
import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { readResources } from '../../files/read-resources.ts'
import { cleanHtml } from '../../html/clean-html.ts'
import { type FileSearch, filesOf, ownFile, resolvePath } from '../../html/find-file.ts'
import type { LeftOut, PackageProblem, PackageReading } from '../../imported-package.ts'
import { mapHtml } from '../../map-html.ts'
import { type Origins, pathText, placeOf, problemsOfIssues } from '../../place.ts'
import { problemsOfAttempts, withDefaultAttempts } from './check-attempts.ts'
import { problemsOfDraws } from './check-draws.ts'
import { checkExplanations } from './check-explanations.ts'
import { problemsOfFeedback } from './check-feedback.ts'
import { problemsOfIds } from './check-ids.ts'
import { problemsOfRoute } from './check-route.ts'
import { problemsOfMarkSchemes } from './check-schemes.ts'
import { joinSections } from './join-sections.ts'
import { isObject, type Json, jsonAt } from './json-at.ts'

const checkForm = (exam: Json): void => {
  if (!isObject(exam) || exam.format !== 'sitwell-exam')
    throw new PackageRefused('exam.json format', 'This has to be "sitwell-exam".')
  if (exam.formatVersion !== 1)
    throw new PackageRefused(
      'exam.json formatVersion',
      `This server reads version 1; the package is of version ${JSON.stringify(exam.formatVersion)}.`,
    )
}

type NamedFile = { path: readonly PropertyKey[]; name: string; isOfCode?: boolean | undefined }

/** Files that the exam names outside its HTML: audio, pictures, and what stands beside a section or question. */
const namedFiles = (exam: AuthoredExam): NamedFile[] => {
  const named: NamedFile[] = []
  const add = (name: string | undefined, ...path: PropertyKey[]) => {
    if (name !== undefined) named.push({ path, name })
  }
  const walk = (sections: readonly AuthoredSection[], above: readonly PropertyKey[]) => {
    for (const [index, section] of sections.entries()) {
      const at = [...above, 'sections', index]
      add(section.resourceUrl, ...at, 'resourceUrl')
      add(section.media?.url, ...at, 'media', 'url')
      for (const [number, question] of (section.questions ?? []).entries()) {
        add(question.resourceUrl, ...at, 'questions', number, 'resourceUrl')
        for (const { name, path, isOfCode } of markingOf(question).filesOf?.(question) ?? [])
          named.push({ name, path: [...at, 'questions', number, ...path], isOfCode })
      }
      walk(section.sections ?? [], at)
    }
  }
  add(exam.settings.media?.url, 'settings', 'media', 'url')
  walk(exam.sections, [])
  return named
}

/** Why a file that is named outside HTML can't be shown. */
const problemOfFile = (name: string, path: string | undefined, bytes: Uint8Array | undefined): string | undefined => {
  if (path === undefined || !bytes) return `The file "${name}" is missing.`
  const isNoFilm = mediaTypeOf(path)?.startsWith('video/') && mediaTypeIn(path, bytes) === undefined
  return isNoFilm ? `The film "${name}" is no MP4 (H.264) or WebM.` : undefined
}

/** The files that the exam names outside its HTML, and what is wrong with them. */
const lookAtFiles = (exam: AuthoredExam, files: PackageFiles, place: (path: readonly PropertyKey[]) => string) => {
  const named = new Set<string>()
  const ofCode = new Set<string>()
  const problems: PackageProblem[] = []
  for (const { path, name, isOfCode } of namedFiles(exam)) {
    // Whether the organisation has it, only the organisation knows.
    if (ownFile(name) !== undefined) continue
    const found = resolvePath('', name)
    const message = problemOfFile(name, found, files.get(found ?? ''))
    if (message !== undefined) problems.push({ place: place(path), message })
    else if (found !== undefined) {
      named.add(found)
      if (isOfCode) ofCode.add(found)
    }
  }
  return { named, ofCode, problems }
}

const cleanExam = (exam: AuthoredExam, files: PackageFiles, origins: Origins) => {
  const problems: PackageProblem[] = []
  const leftOut: LeftOut[] = []
  const shown = new Set<string>()
  const cleaned = mapHtml(exam, (html, path) => {
    const search: FileSearch = { used: new Set(), missing: new Set() }
    const done = cleanHtml(html, filesOf(files, '', search))
    const place = placeOf(path, origins)
    for (const missing of search.missing) problems.push({ place, message: `The file "${missing}" is missing.` })
    for (const path of search.used) shown.add(path)
    if (!path.includes('questions') && marksIn(done.html).size > 0)
      leftOut.push({ place, what: 'data-explained', why: 'Only the texts of questions have explanations.' })
    for (const what of done.removed) leftOut.push({ place, what, why: 'It may not stand in the HTML of an exam.' })
    return done.html
  })
  return { cleaned, problems, leftOut, shown }
}

const readSchedules = (files: PackageFiles): { schedules: AuthoredSchedule[]; problems: PackageProblem[] } => {
  if (!files.has('schedules.json')) return { schedules: [], problems: [] }
  const read = z.array(authoredSchedule).safeParse(jsonAt(files, 'schedules.json'))
  if (read.success) return { schedules: read.data, problems: [] }
  const place = (path: readonly PropertyKey[]) => ['schedules.json', pathText(path)].filter(Boolean).join(' ')
  return { schedules: [], problems: problemsOfIssues(read.error.issues, place) }
}

/** Reads a package of Sitwell's own format (docs/exam-package.md). */
export const readNative = (files: PackageFiles): PackageReading => {
  const raw = jsonAt(files, 'exam.json')
  checkForm(raw)
  const { exam: joined, origins } = joinSections(files, raw)
  const place = (path: readonly PropertyKey[]) => placeOf(path, origins)
  const read = authoredExam.safeParse(joined)
  const problems = read.success ? [] : problemsOfIssues(read.error.issues, place)
  const { schedules, problems: scheduleProblems } = readSchedules(files)
  if (!read.success) return { ok: false, problems: [...problems, ...scheduleProblems] }

  const misfits = [
    problemsOfIds,
    problemsOfDraws,
    problemsOfFeedback,
    problemsOfAttempts,
    problemsOfRoute,
    problemsOfMarkSchemes,
  ].flatMap((check) => check(read.data))
  for (const { path, message } of misfits) problems.push({ place: place(path), message })
  const { named, ofCode, problems: fileProblems } = lookAtFiles(read.data, files, place)
  problems.push(...fileProblems)
  const { cleaned, problems: htmlProblems, leftOut, shown } = cleanExam(read.data, files, origins)
  const explanations = checkExplanations(cleaned)
  problems.push(...htmlProblems, ...explanations.problems.map(({ path, message }) => ({ place: place(path), message })))
  problems.push(...scheduleProblems)
  for (const { path, message } of explanations.unused)
    leftOut.push({ place: place(path), what: 'an explanation', why: message, loss: 'nothing' })
  if (problems.length > 0) return { ok: false, problems }
  const resources = readResources(files, 'resources/', ofCode)
  // An exam that came from elsewhere has its files where they lay there, and names each of them.
  const beside = [...new Set([...named, ...shown])].filter((path) => !path.startsWith('resources/')).sort()
  const filesBeside = new Map(beside.map((path) => [path, files.get(path) ?? new Uint8Array()] as const))
  const others = readResources(filesBeside, '', ofCode)
  return {
    ok: true,
    package: {
      exam: withDefaultAttempts(cleaned),
      resources: [...resources.resources, ...others.resources],
      schedules,
      leftOut: [...leftOut, ...resources.leftOut, ...others.leftOut],
    },
  }
}
