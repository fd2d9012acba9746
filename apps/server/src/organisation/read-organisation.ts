import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import type { CourseReading } from '../import/imported-course.ts'
import type { ImportedPackage, LeftOut, PackageProblem } from '../import/imported-package.ts'
import { readCourse } from '../import/read-course.ts'
import { readPackage } from '../import/read-package.ts'
import { type OrganisationFile, organisationFile } from './organisation-file.ts'
import { readOwnFiles } from './read-own-files.ts'
import { namedTwice } from './twice.ts'

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

const imageTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
}

/** Every visitor loads it before the sign-in page shows. */
const largestLogoBytes = 200_000

const problem = (place: string, message: string): OrganisationReading => ({ ok: false, problems: [{ place, message }] })

/** A logo as a `data:` URL; what is one already stays as it is. Throws where the file is missing or no picture. */
const inlineLogo = async (logo: string | undefined, folder: string): Promise<string | undefined> => {
  if (!logo || logo.startsWith('data:')) return logo
  const type = imageTypes[extname(logo).toLowerCase()]
  if (!type) throw new Error(`${logo} is no svg, png or jpg`)
  const place = below(folder, logo)
  if (!place) throw new Error(`${logo} leads out of the folder`)
  const bytes = await readFile(place).catch(() => undefined)
  if (!bytes) throw new Error(`there is no file ${logo}`)
  if (bytes.length > largestLogoBytes) throw new Error(`${logo} is larger than ${largestLogoBytes / 1000} kB`)
  return `data:${type};base64,${bytes.toString('base64')}`
}

/** Undefined where the path leads out of the folder. */
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

/** Reads `organisation.json` and every exam package that it names. Says what is wrong, and where. */
export const readOrganisation = async (path: string): Promise<OrganisationReading> => {
  const folder = resolve(dirname(path))
  const name = basename(path)
  let content: unknown
  try {
    content = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    return problem(name, error instanceof SyntaxError ? `is no JSON: ${error.message}` : 'can not be read')
  }
  const reading = organisationFile.safeParse(content)
  if (!reading.success) {
    const problems = reading.error.issues.map((issue) => ({ place: `${name} ${issue.path.join('.')}`, message: issue.message }))
    return { ok: false, problems }
  }
  const file = reading.data
  try {
    const { organisation } = file
    const logo = await inlineLogo(organisation.logo, folder)
    const appBarLogo = await inlineLogo(organisation.appBarLogo, folder)
    file.organisation = { ...organisation, ...(logo && { logo }), ...(appBarLogo && { appBarLogo }) }
  } catch (error) {
    return problem(`${name} organisation.logo`, error instanceof Error ? error.message : 'can not be read')
  }
  const packages: ImportedPackage[] = []
  const problems: PackageProblem[] = namedTwice(file).map((one) => ({ ...one, place: `${name} ${one.place}` }))
  for (const exam of file.exams) {
    const place = below(folder, exam)
    if (!place) {
      problems.push({ place: `${name} exams`, message: `${exam} leads out of the folder` })
      continue
    }
    const read = await readPackage({ path: place })
    if (read.ok) packages.push(read.package)
    else problems.push(...read.problems.map((one) => ({ ...one, place: `${exam}: ${one.place}` })))
  }
  const courses: OrganisationCourse[] = []
  for (const one of file.courses) {
    const place = below(folder, one.package)
    const reading = place === undefined ? undefined : await readCourse(place)
    if (reading?.is === 'course') courses.push({ reading, learners: one.learners })
    else if (reading?.is === 'refused')
      problems.push(...reading.problems.map((wrong) => ({ ...wrong, place: `${one.package}: ${wrong.place}` })))
    else problems.push({ place: `${name} courses`, message: `${one.package} is no course below the folder` })
  }
  const own = await readOwnFiles(join(folder, 'resources'))
  problems.push(...own.problems)
  const usernames = new Set(file.people.map((one) => one.username))
  const guids = new Set(packages.map((one) => one.exam.examGuid))
  for (const [index, one] of file.schedules.entries()) {
    if (!usernames.has(one.username))
      problems.push({ place: `${name} schedules.${index}`, message: `nobody is called ${one.username}` })
    if (!guids.has(one.exam)) problems.push({ place: `${name} schedules.${index}`, message: `there is no exam ${one.exam}` })
  }
  for (const username of file.courses.flatMap((one) => one.learners))
    if (!usernames.has(username)) problems.push({ place: `${name} courses`, message: `nobody is called ${username}` })
  if (problems.length > 0) return { ok: false, problems }
  const leftOut = [...packages, ...courses.map((one) => one.reading), own].flatMap((one) => one.leftOut)
  return { ok: true, organisation: { file, packages, courses, files: own.resources, leftOut } }
}
