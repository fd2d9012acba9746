import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import { type LogoProblem, largestLogoBytes, type logoTypes } from '@sitwell/contract'
import type { CourseReading } from '../import/imported-course.ts'
import type { ImportedPackage, LeftOut, PackageProblem } from '../import/imported-package.ts'
import { readCourse } from '../import/read-course.ts'
import { readPackage } from '../import/read-package.ts'
import { signInName } from '../sign-in-name.ts'
import { duplicatesInFile } from './duplicates-in-file.ts'
import { logoProblem, logoUrl } from './logo.ts'
import { type OrganisationFile, organisationFile } from './organisation-file.ts'
import { readOwnFiles } from './read-own-files.ts'

/** A course of an organisation, and the user names of whom it is given to. */
export interface OrganisationCourse {
  readonly reading: Extract<CourseReading, { readonly is: 'course' }>
  readonly learners: readonly string[]
}

/** An organisation with all that its file names, checked and ready to be stored. */
export interface ReadOrganisation {
  readonly file: OrganisationFile
  readonly packages: readonly ImportedPackage[]
  /** Its courses, whose files are read when they are stored. */
  readonly courses?: readonly OrganisationCourse[]
  /** What its exams name as `~/ROOT/…`; where absent, those that are there stay. */
  readonly files?: ImportedPackage['resources']
  readonly leftOut: readonly LeftOut[]
}

export type OrganisationReading =
  | { readonly ok: true; readonly organisation: ReadOrganisation }
  | { readonly ok: false; readonly problems: readonly PackageProblem[] }

const imageTypes: Readonly<Record<string, (typeof logoTypes)[number]>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
}

const logoFaults = {
  'too-large': `is larger than ${largestLogoBytes / 1000} kB`,
  'no-picture': 'is no picture of its kind',
  unsafe: 'holds a script, or loads something from elsewhere',
} as const satisfies Record<LogoProblem, string>

/** A logo as a `data:` URL; what is one already stays as it is. Throws if the file is missing or no logo. */
const inlineLogo = async (logo: string | undefined, folder: string): Promise<string | undefined> => {
  if (!logo || logo.startsWith('data:')) return logo
  const type = imageTypes[extname(logo).toLowerCase()]
  if (!type) throw new Error(`${logo} is not a svg, png or jpg file`)
  const place = below(folder, logo)
  if (!place) throw new Error(`${logo} leads out of the folder`)
  const bytes = await readFile(place).catch(() => undefined)
  if (!bytes) throw new Error(`there is no file ${logo}`)
  const problem = logoProblem(bytes, type)
  if (problem) throw new Error(`${logo} ${logoFaults[problem]}`)
  return logoUrl(bytes, type)
}

/** Undefined if the path leads out of the folder. */
const below = (folder: string, path: string) => {
  const whole = resolve(folder, path)
  return whole.startsWith(folder + sep) ? whole : undefined
}

/** Whether `path` holds an organisation: its folder or its `organisation.json`. */
export const organisationFileAt = async (path: string): Promise<string | undefined> => {
  if (basename(path) === 'organisation.json') return path
  const inside = join(path, 'organisation.json')
  return (await stat(inside).catch(() => undefined)) ? inside : undefined
}

/** `organisation.json` itself, with its logos in it. */
const readFileOf = async (path: string): Promise<OrganisationFile | PackageProblem[]> => {
  const name = basename(path)
  let content: unknown
  try {
    content = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    return [{ place: name, message: error instanceof SyntaxError ? `is no JSON: ${error.message}` : 'can not be read' }]
  }
  const reading = organisationFile.safeParse(content)
  if (!reading.success)
    return reading.error.issues.map((issue) => ({ place: `${name} ${issue.path.join('.')}`, message: issue.message }))
  const { organisation } = reading.data
  const folder = resolve(dirname(path))
  try {
    const logo = await inlineLogo(organisation.logo, folder)
    const appBarLogo = await inlineLogo(organisation.appBarLogo, folder)
    return { ...reading.data, organisation: { ...organisation, ...(logo && { logo }), ...(appBarLogo && { appBarLogo }) } }
  } catch (error) {
    return [{ place: `${name} organisation.logo`, message: error instanceof Error ? error.message : 'can not be read' }]
  }
}

/** The exam packages that an organisation names, below its folder. */
const readExams = async (exams: readonly string[], folder: string, name: string) => {
  const packages: ImportedPackage[] = []
  const problems: PackageProblem[] = []
  for (const exam of exams) {
    const place = below(folder, exam)
    if (!place) {
      problems.push({ place: `${name} exams`, message: `${exam} leads out of the folder` })
      continue
    }
    const read = await readPackage({ path: place })
    if (read.ok) packages.push(read.package)
    else problems.push(...read.problems.map((one) => ({ ...one, place: `${exam}: ${one.place}` })))
  }
  return { packages, problems }
}

const readCourses = async (wanted: OrganisationFile['courses'], folder: string, name: string) => {
  const courses: OrganisationCourse[] = []
  const problems: PackageProblem[] = []
  for (const one of wanted) {
    const place = below(folder, one.package)
    const reading = place === undefined ? undefined : await readCourse(place)
    if (reading?.is === 'course') courses.push({ reading, learners: one.learners })
    else if (reading?.is === 'refused')
      problems.push(...reading.problems.map((wrong) => ({ ...wrong, place: `${one.package}: ${wrong.place}` })))
    else problems.push({ place: `${name} courses`, message: `${one.package} is no course below the folder` })
  }
  return { courses, problems }
}

/** Names of people and exams that the file has nowhere. */
const unknownNames = (file: OrganisationFile, packages: readonly ImportedPackage[], name: string): PackageProblem[] => {
  const usernames = new Set(file.people.map((one) => signInName(one.username)))
  const guids = new Set(packages.map((one) => one.exam.examGuid))
  const ofSchedules = file.schedules.flatMap((one, index) => {
    const place = `${name} schedules.${index}`
    return [
      ...(usernames.has(signInName(one.username)) ? [] : [{ place, message: `nobody is called ${one.username}` }]),
      ...(guids.has(one.exam) ? [] : [{ place, message: `there is no exam ${one.exam}` }]),
    ]
  })
  const ofCourses = file.courses
    .flatMap((one) => one.learners)
    .filter((username) => !usernames.has(signInName(username)))
    .map((username) => ({ place: `${name} courses`, message: `nobody is called ${username}` }))
  return [...ofSchedules, ...ofCourses]
}

/** Reads `organisation.json` and every exam package that it names. Says what is wrong, and where. */
export const readOrganisation = async (path: string): Promise<OrganisationReading> => {
  const folder = resolve(dirname(path))
  const name = basename(path)
  const file = await readFileOf(path)
  if (Array.isArray(file)) return { ok: false, problems: file }
  const exams = await readExams(file.exams, folder, name)
  const { packages } = exams
  const { courses, problems: ofCourses } = await readCourses(file.courses, folder, name)
  const own = await readOwnFiles(join(folder, 'resources'))
  const problems = [
    ...duplicatesInFile(file).map((one) => ({ ...one, place: `${name} ${one.place}` })),
    ...exams.problems,
    ...ofCourses,
    ...own.problems,
    ...unknownNames(file, packages, name),
  ]
  if (problems.length > 0) return { ok: false, problems }
  const leftOut = [...packages, ...courses.map((one) => one.reading), own].flatMap((one) => one.leftOut)
  return { ok: true, organisation: { file, packages, courses, files: own.resources, leftOut } }
}
