import { meetsPrerequisites } from '@sitwell/exam/courses/prerequisites'
import type { ManifestFiles } from '../../files/manifest-files.ts'
import { PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, insideOf, numberIn, textIn } from '../../files/xml.ts'
import type { ActivitySettings, AuthoredCourse, AuthoredSco } from '../../imported-course.ts'
import type { LeftOut } from '../../imported-package.ts'
import { durationMs } from './durations.ts'
import { baseOf, type Resource, readResource } from './manifest-resource.ts'
import { collectionsOf, sequencingOf } from './read-sequencing.ts'

const file = 'imsmanifest.xml'

const standardOf = (manifest: Element): '1.2' | '2004' => {
  const schemaVersion = insideOf(manifest, 'schemaversion')[0]
  const version = schemaVersion ? textIn(schemaVersion) : ''
  if (/2004|CAM\s*1\.3/i.test(version)) return '2004'
  if (/^1\.2/.test(version)) return '1.2'
  return Array.from(manifest.attributes).some(({ value }) => /adlcp_v1p3|imsss/.test(value)) ? '2004' : '1.2'
}

const childText = (element: Element, name: string): string | undefined => {
  const child = childrenOf(element, name)[0]
  return child && textIn(child) !== '' ? textIn(child) : undefined
}

/** Text as an author wrote it: launch data is a SCO's own, spaces and all. */
const rawText = (element: Element, name: string) => childrenOf(element, name)[0]?.textContent?.trim() || undefined

const descriptionOf = (manifest: Element, organisation: Element): string | undefined => {
  for (const place of [organisation, manifest])
    for (const metadata of childrenOf(place, 'metadata'))
      for (const general of insideOf(metadata, 'general')) {
        const text = childText(general, 'description')
        if (text !== undefined) return text.slice(0, 4000)
      }
  return undefined
}

/** The address of what an item opens, with its own parameters after those of its resource (CAM 3.4.1.9). */
const withParameters = (own: string, given: string): string => {
  if (given === '') return own
  if (given.startsWith('#')) return own.includes('#') ? own : own + given
  const plain = given.replace(/^[?&]+/, '')
  const [query = '', fragment] = own.split('#')
  return `${query}${query.includes('?') ? '&' : '?'}${plain}${fragment === undefined ? '' : `#${fragment}`}`
}

interface Reading {
  readonly standard: '1.2' | '2004'
  readonly resources: ReadonlyMap<string, Resource>
  readonly collections: ReadonlyMap<string, Element>
  readonly scos: AuthoredSco[]
  readonly leftOut: LeftOut[]
  readonly identifiers: Set<string>
}

const numberWithin = (text: string | undefined, least: number, most: number) => {
  const value = numberIn(text)
  return value !== undefined && value >= least && value <= most ? value : undefined
}

/** A threshold is the element's text in the third edition, and its attributes in the fourth. */
const thresholdOf = (item: Element): Record<string, number | boolean> | undefined => {
  const element = childrenOf(item, 'completionthreshold')[0]
  if (!element) return undefined
  const least = numberWithin(attributeOf(element, 'minprogressmeasure') ?? textIn(element), 0, 1)
  const weight = numberWithin(attributeOf(element, 'progressweight'), 0, 1)
  const byMeasure = attributeOf(element, 'completedbymeasure')
  const isByMeasure = byMeasure === undefined ? textIn(element) !== '' : byMeasure === 'true' || byMeasure === '1'
  return {
    completedByMeasure: isByMeasure,
    ...(least !== undefined && { minProgressMeasure: least }),
    ...(weight !== undefined && { progressWeight: weight }),
  }
}

const isTrue = (element: Element, name: string) => /^(true|1)$/.test(attributeOf(element, name) ?? '')

/** What is said of an item besides its sequencing, for the run time. */
const activityMoreOf = (item: Element) => {
  const threshold = thresholdOf(item)
  const maps = childrenOf(item, 'data').flatMap((data) => childrenOf(data, 'map'))
  const hidden = insideOf(item, 'hidelmsui').filter((one) => one.parentNode?.parentNode?.parentNode === item)
  return {
    ...(threshold && { completionThreshold: threshold }),
    ...(attributeOf(item, 'isvisible') === 'false' && { isVisible: false }),
    ...(hidden.length > 0 && { hideLmsUi: hidden.map((one) => (one.textContent ?? '').trim()) }),
    ...(maps.length > 0 && {
      sharedDataMaps: maps.map((map) => ({
        targetID: attributeOf(map, 'targetid') ?? '',
        readSharedData: attributeOf(map, 'readshareddata') === undefined || isTrue(map, 'readshareddata'),
        writeSharedData: attributeOf(map, 'writeshareddata') === undefined || isTrue(map, 'writeshareddata'),
      })),
    }),
  }
}

interface Judged {
  readonly primaryObjective?: { readonly satisfiedByMeasure?: boolean; readonly minNormalizedMeasure?: number }
  readonly sequencingControls?: { readonly completionSetByContent?: boolean; readonly objectiveSetByContent?: boolean }
  readonly attemptAbsoluteDurationLimit?: string
}

const passingScoreOf = ({ primaryObjective: { satisfiedByMeasure, minNormalizedMeasure = 1 } = {} }: Judged) =>
  satisfiedByMeasure ? { scaledPassingScore: minNormalizedMeasure } : {}

/** The prerequisites of an item as they are written; undefined if there are none, or they can't be read. */
const readablePrerequisites = (item: Element, identifier: string, { standard, leftOut }: Reading): string | undefined => {
  const prerequisites = standard === '1.2' ? rawText(item, 'prerequisites') : undefined
  if (prerequisites === undefined || meetsPrerequisites(prerequisites, () => undefined) !== undefined) return prerequisites
  leftOut.push({
    place: `${file} item ${identifier}`,
    what: `its prerequisites "${prerequisites}"`,
    why: 'they can not be read',
  })
  return undefined
}

const scoOf = (
  item: Element,
  resource: Resource,
  path: string,
  title: string,
  reading: Reading,
  sequencing: Judged,
): AuthoredSco => {
  const { standard } = reading
  const identifier = attributeOf(item, 'identifier') ?? ''
  const prerequisites = readablePrerequisites(item, identifier, reading)
  const launchData = rawText(item, 'datafromlms')
  const masteryScore = standard === '1.2' ? numberWithin(childText(item, 'masteryscore'), 0, 100) : undefined
  const threshold = thresholdOf(item)
  const maxTimeAllowedMs = durationMs(childText(item, 'maxtimeallowed') ?? sequencing.attemptAbsoluteDurationLimit)
  const timeLimitAction = childText(item, 'timelimitaction')
  return {
    identifier,
    title,
    kind: resource.kind,
    path,
    parameters: withParameters(resource.parameters, (attributeOf(item, 'parameters') ?? '').trim()),
    ...(prerequisites !== undefined && { prerequisites }),
    ...(launchData !== undefined && { launchData }),
    ...(masteryScore !== undefined && { masteryScore }),
    ...passingScoreOf(sequencing),
    ...(threshold?.completedByMeasure === true && { completionThreshold: Number(threshold.minProgressMeasure ?? 1) }),
    ...(maxTimeAllowedMs !== undefined && { maxTimeAllowedMs }),
    ...(timeLimitAction !== undefined && { timeLimitAction }),
    ...(sequencing.sequencingControls?.completionSetByContent && { completionSetByContent: true }),
    ...(sequencing.sequencingControls?.objectiveSetByContent && { objectiveSetByContent: true }),
  }
}

const readItem = (item: Element, reading: Reading): ActivitySettings | undefined => {
  const identifier = attributeOf(item, 'identifier') ?? ''
  const place = `${file} item ${identifier}`.trim()
  if (identifier === '') throw new PackageRefused(place, 'An item of the course has no identifier.')
  if (reading.identifiers.has(identifier)) throw new PackageRefused(place, 'Two items of the course have this identifier.')
  reading.identifiers.add(identifier)
  const title = childText(item, 'title') ?? identifier
  const sequencing = reading.standard === '2004' ? sequencingOf(item, reading.collections) : {}
  const reference = attributeOf(item, 'identifierref')
  const inner = childrenOf(item, 'item')
  const leave = (why: string) => {
    reading.leftOut.push({ place, what: `"${title}"`, why })
    return undefined
  }
  const activity = { id: identifier, title, ...sequencing, ...activityMoreOf(item) }
  if (inner.length > 0) {
    const children = inner.flatMap((one) => readItem(one, reading) ?? [])
    return children.length > 0 ? { ...activity, children } : leave('nothing in it can be opened')
  }
  const resource = reference === undefined ? undefined : reading.resources.get(reference)
  if (!resource) return leave(reference === undefined ? 'it opens nothing' : `the manifest has no resource ${reference}`)
  if (resource.isElsewhere) return leave('its page stands on another server, which can not report to this one')
  if (resource.path === undefined) return leave('its resource names no page')
  // What is read of sequencing above has these fields in these forms.
  reading.scos.push(scoOf(item, resource, resource.path, title, reading, sequencing as Judged))
  return activity
}

const organisationOf = (manifest: Element, leftOut: LeftOut[]): Element => {
  const list = childrenOf(manifest, 'organizations')[0]
  const all = list ? childrenOf(list, 'organization') : []
  const wanted = list && attributeOf(list, 'default')
  const chosen = all.find((one) => attributeOf(one, 'identifier') === wanted) ?? all[0]
  if (!chosen)
    throw new PackageRefused(
      file,
      'The manifest has no organization, so nothing says what a learner opens. Export it as a course.',
    )
  for (const one of all)
    if (one !== chosen)
      leftOut.push({
        place: `${file} organization ${attributeOf(one, 'identifier') ?? ''}`,
        what: `"${childText(one, 'title') ?? ''}"`,
        why: 'a course is its default organization',
      })
  return chosen
}

const resourcesOf = (manifest: Element, files: ManifestFiles): Resource[] => {
  const [list] = childrenOf(manifest, 'resources')
  if (!list) return []
  const bases = [baseOf(manifest), baseOf(list)]
  return childrenOf(list, 'resource').map((one) => readResource(one, bases, files))
}

/** Reads the manifest of a course of SCORM 1.2 or 2004. Throws a refusal if it can't be taken; names what of it is left out. */
export const readManifest = (manifest: Element, files: ManifestFiles): { course: AuthoredCourse; leftOut: LeftOut[] } => {
  const standard = standardOf(manifest)
  const leftOut: LeftOut[] = []
  const all = resourcesOf(manifest, files)
  for (const { identifier, missing } of all)
    for (const href of missing.slice(0, 5))
      leftOut.push({ place: `${file} resource ${identifier}`, what: `the file "${href}"`, why: 'it is not in the package' })
  for (const one of childrenOf(manifest, 'manifest'))
    leftOut.push({ place: file, what: `the manifest ${attributeOf(one, 'identifier') ?? ''} within it`, why: 'one is read' })
  const organisation = organisationOf(manifest, leftOut)
  const resources = new Map(all.map((one) => [one.identifier, one]))
  const collections = collectionsOf(manifest)
  const reading: Reading = { standard, resources, collections, scos: [], leftOut, identifiers: new Set() }
  const children = childrenOf(organisation, 'item').flatMap((one) => readItem(one, reading) ?? [])
  if (reading.scos.length === 0)
    throw new PackageRefused(
      file,
      ['Nothing in this course can be opened.', ...leftOut.map(({ what, why }) => `${what}: ${why}.`)].join(' '),
    )
  for (const { identifier, path } of reading.scos)
    if (files.find(path) === undefined)
      throw new PackageRefused(`${file} item ${identifier}`, `Its page "${path}" is not in the package.`)
  const id = attributeOf(organisation, 'identifier') ?? 'course'
  const name = childText(organisation, 'title') ?? attributeOf(manifest, 'identifier') ?? id
  const description = descriptionOf(manifest, organisation)
  const tree = { id, title: name, ...sequencingOf(organisation, collections), ...activityMoreOf(organisation), children }
  return {
    leftOut,
    course: {
      identifier: attributeOf(manifest, 'identifier') ?? `${id} ${name}`,
      name,
      standard,
      scos: reading.scos,
      ...(description !== undefined && { description }),
      ...(standard === '2004' && { activityTree: tree }),
    },
  }
}
