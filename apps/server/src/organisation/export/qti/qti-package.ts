import { isRouted } from '@sitwell/exam/parts/route'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import { xhtmlOf, xml } from '@sitwell/question-types/qti'
import type { AuthoredExam, AuthoredSection } from '../../../import/authored-exam.ts'
import type { PackageFiles } from '../../../import/files/package-files.ts'
import type { StoredPackage } from '../select-stored.ts'
import { controlXml, isCheckedSingly, toldAtOnce } from './attempts-xml.ts'
import { type RefInRoute, routeXml } from './route-xml.ts'
import { defaultsXml } from './template-xml.ts'
import { writeItem } from './write-item.ts'

/** Something of an exam that QTI 3.0 doesn't say, or that isn't written: whose, and why. */
export interface NotWritten {
  readonly place: string
  readonly why: string
  /** Whether the question itself is left out. */
  readonly isQuestion: boolean
}

export interface QtiPackage {
  readonly files: PackageFiles
  readonly notWritten: readonly NotWritten[]
  readonly items: number
}

const encoder = new TextEncoder()
const namespace = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0'

/** Ids as QTI takes them, each once: a letter comes first, and no colon is in them. */
const identifiers = () => {
  const taken = new Set<string>()
  return (id: string): string => {
    const fitting = /^[A-Za-z_][\w.-]*$/.test(id) ? id : `_${id.replaceAll(':', '_')}`
    let name = fitting
    for (let count = 2; taken.has(name); count += 1) name = `${fitting}_${count}`
    taken.add(name)
    return name
  }
}

/** Names of files: ids hold nothing but letters, digits and a few signs, of which some mean something to a system. */
const fileOf = (number: number) => `items/item-${number}.xml`

const limits = (seconds: number | undefined) => (seconds ? xml('qti-time-limits', { 'max-time': seconds }) : '')
const rubric = (html: string | undefined) =>
  html
    ? xml(
        'qti-rubric-block',
        { view: 'candidate', use: 'instructions' },
        xml('qti-content-body', {}, `<div>${fromRoot(xhtmlOf(html))}</div>`),
      )
    : ''
/** What it says as a member of a section that draws or shuffles. */
const membership = ({
  required,
  fixed,
}: {
  readonly required?: boolean | undefined
  readonly fixed?: boolean | undefined
}) => ({
  ...(required && { required: 'true' }),
  ...(fixed && { fixed: 'true' }),
})
const drawing = ({ select, shuffle }: AuthoredSection) =>
  (select === undefined ? '' : xml('qti-selection', { select })) + (shuffle ? xml('qti-ordering', { shuffle: 'true' }) : '')
/** The test is at the root, and not in the folder of the items. */
const fromRoot = (markup: string) => markup.replaceAll(/ (src|href|poster)="\.\.\//g, ' $1="')

const settingsLost = ({ settings, passMark, gradeBoundaries, feedback, messages }: AuthoredExam): string[] => [
  ...Object.entries(settings)
    .filter(
      ([name, value]) =>
        !['examTime', 'oneWay', 'introText', 'questionFeedback', 'attempts'].includes(name) &&
        value !== undefined &&
        value !== '' &&
        value !== false,
    )
    .map(([name]) => `the setting ${name}`),
  ...(passMark !== undefined || gradeBoundaries.length > 0 ? ['its pass mark and grades'] : []),
  ...(feedback !== undefined && feedback.length > 0 ? ['what it says of its result'] : []),
  ...(Object.keys(messages).length > 0 ? ['its messages'] : []),
]

const sectionLost = (
  { scenarioText, readingTime, warningTime, oneWay, resourceUrl, media, displayAllQuestions }: AuthoredSection,
  isRoutedExam: boolean,
): string[] =>
  Object.entries({
    ...{ scenarioText, readingTime, warningTime, resourceUrl, media, displayAllQuestions },
    ...(!isRoutedExam && { oneWay }),
  })
    .filter(([, value]) => value !== undefined && value !== '' && value !== false && value !== 0)
    .map(([name]) => name)

const questionsIn = (sections: readonly AuthoredSection[]): AuthoredQuestion[] =>
  sections.flatMap(({ sections: inner = [], questions = [] }) => [...questionsIn(inner), ...questions])

/** An exam as a package of QTI 3.0, and all of it that this doesn't say. */
export const qtiPackage = ({ exam, resources }: StoredPackage): QtiPackage => {
  const notWritten: NotWritten[] = []
  const items: { readonly path: string; readonly xml: string }[] = []
  let number = 0
  const identifierOf = identifiers()
  const leave = (place: string, why: string, isQuestion = false) => void notWritten.push({ place, why, isQuestion })
  const refs = new Map<string, RefInRoute & { readonly path: string }>()
  const names = new Map<string, string>()
  const isRoutedExam = isRouted(exam.sections)
  const questions = questionsIn(exam.sections)
  const isIndividual = isRoutedExam || isCheckedSingly(questions)
  const writeItems = (section: AuthoredSection) => {
    const lost = sectionLost(section, isRoutedExam)
    if (lost.length > 0) leave(`section ${section.id}`, `Left out: ${lost.join(', ')}.`)
    for (const inner of section.sections ?? []) writeItems(inner)
    for (const question of section.questions ?? []) {
      number += 1
      const identifier = identifierOf(question.id)
      const written = writeItem(question, identifier, number)
      if ('why' in written) {
        leave(`question ${question.id}`, written.why, true)
        continue
      }
      for (const why of written.reported) leave(`question ${question.id}`, why)
      const path = fileOf(number)
      items.push({ path, xml: written.xml })
      refs.set(question.id, { identifier, path, asks: written.asks })
    }
    names.set(section.id, identifierOf(section.id))
  }
  for (const section of exam.sections) writeItems(section)
  const route = routeXml(exam, { refs, names, leave: (id, why) => leave(`section ${id}`, why) })
  const refXml = (question: AuthoredQuestion, seconds: number | undefined): string => {
    const ref = refs.get(question.id)
    if (!ref) return ''
    const { identifier, path: href } = ref
    const defaults = question.template ? (defaultsXml(question.template) ?? '') : ''
    const control = controlXml(question, { questionFeedback: exam.settings.questionFeedback, isIndividual })
    const attributes = { identifier, href, ...membership(question), category: route.categoryOf(question.id) }
    return xml('qti-assessment-item-ref', attributes, control + limits(seconds) + route.weightsOf(question.id) + defaults)
  }
  const sectionXml = (section: AuthoredSection, seconds: number | undefined): string => {
    // The time of a part of one question is that question's.
    const isOneQuestion = !section.sections?.length && section.questions?.length === 1 && drawing(section) === ''
    const inner = (section.sections ?? []).map((one) => sectionXml(one, undefined)).join('')
    const own = (section.questions ?? []).map((one) => refXml(one, isOneQuestion ? seconds : undefined)).join('')
    const attributes = {
      identifier: names.get(section.id),
      ...membership(section),
      title: section.name || section.id,
      visible: String(section.visible ?? true),
      ...(section.keepTogether === false && { 'keep-together': 'false' }),
    }
    const head =
      route.gatesOf(section.id) + limits(isOneQuestion ? undefined : seconds) + drawing(section) + rubric(section.text)
    return xml('qti-assessment-section', attributes, head + inner + own)
  }
  // Parts alone have a time: that of a section further down holds for nothing.
  const sections = exam.sections.map((part) => sectionXml(part, part.sectionTime)).join('')
  const lost = settingsLost(exam)
  if (lost.length > 0) leave('exam', `Left out: ${lost.join(', ')}.`)
  if (isRoutedExam && !exam.settings.oneWay)
    leave('exam', 'Inside of its parts nobody goes back: QTI looks at the rules of sections in linear test parts alone.')
  const atOnce = isIndividual ? toldAtOnce(questions, exam.settings.questionFeedback) : []
  for (const id of atOnce) leave(`question ${id}`, 'In QTI its feedback is told as soon as it is handed in.')
  const part = xml(
    'qti-test-part',
    {
      identifier: 'part',
      'navigation-mode': exam.settings.oneWay || isRoutedExam ? 'linear' : 'nonlinear',
      'submission-mode': isIndividual ? 'individual' : 'simultaneous',
    },
    rubric(exam.settings.introText) + sections,
  )
  const test = xml(
    'qti-assessment-test',
    { xmlns: namespace, identifier: identifierOf(exam.examGuid), title: exam.name },
    route.outcomes.declarations +
      xml('qti-outcome-declaration', { identifier: route.outcomes.total, cardinality: 'single', 'base-type': 'float' }) +
      limits(exam.settings.examTime) +
      part +
      xml(
        'qti-outcome-processing',
        {},
        xml(
          'qti-set-outcome-value',
          { identifier: route.outcomes.total },
          xml('qti-sum', {}, xml('qti-test-variables', { 'variable-identifier': 'SCORE' })),
        ) + route.outcomes.rules,
      ),
  )
  const resource = (identifier: string, type: string, href: string, inside = '') =>
    xml('resource', { identifier, type, href }, xml('file', { href }) + inside)
  const addressed = (path: string) => path.split('/').map(encodeURIComponent).join('/')
  const manifest = xml(
    'manifest',
    { xmlns: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1', identifier: 'package' },
    `<metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata><organizations/>${xml(
      'resources',
      {},
      resource(
        'test',
        'imsqti_test_xmlv3p0',
        'test.xml',
        items.map((_, at) => xml('dependency', { identifierref: `item-${at + 1}` })).join(''),
      ) +
        items.map(({ path }, at) => resource(`item-${at + 1}`, 'imsqti_item_xmlv3p0', path)).join('') +
        resources.map(({ path }, at) => resource(`file-${at + 1}`, 'webcontent', addressed(path))).join(''),
    )}`,
  )
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
  return {
    files: new Map<string, Uint8Array>([
      ['imsmanifest.xml', encoder.encode(`${head}${manifest}\n`)],
      ['test.xml', encoder.encode(`${head}${test}\n`)],
      ...items.map((one) => [one.path, encoder.encode(one.xml)] as const),
      ...resources.map(({ path, bytes }) => [path, bytes] as const),
    ]),
    notWritten,
    items: items.length,
  }
}
