import { processResponses, readQtiItem, startItem } from '@sitwell/qti/item'
import { container } from '@sitwell/qti/value'
import { markingOf } from '@sitwell/question-types/marking'
import type { PackageFiles } from '../apps/server/src/import/files/package-files.ts'
import { xmlAt } from '../apps/server/src/import/files/xml.ts'
import { qti } from '../apps/server/src/import/formats/qti/format.ts'
import { secondsOf } from './durations.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** An item of QTI 2.2 with a mapping, as many authoring tools write it. */
const itemOf = (number: number) =>
  `<?xml version="1.0" encoding="UTF-8"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="i${number}" title="Item ${number}" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="identifier"><correctResponse><value>A</value><value>C</value></correctResponse><mapping lowerBound="0" upperBound="2" defaultValue="-1"><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="C" mappedValue="1"/></mapping></responseDeclaration><outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="2"/><itemBody><p>Which of these are prime? (${number})</p><choiceInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>Choose all.</prompt>${['A', 'B', 'C', 'D'].map((one) => `<simpleChoice identifier="${one}"><p>Choice ${one} of ${number}</p></simpleChoice>`).join('')}</choiceInteraction></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p2/rptemplates/map_response"/></assessmentItem>`

const packageOf = (count: number): PackageFiles => {
  const names = Array.from({ length: count }, (_, at) => `items/i${at}.xml`)
  const resources = names.map((name, at) => `<resource identifier="r${at}" type="imsqti_item_xmlv2p2" href="${name}"/>`)
  const manifest = `<manifest><resources>${resources.join('')}</resources></manifest>`
  return new Map([['imsmanifest.xml', bytes(manifest)], ...names.map((name, at) => [name, bytes(itemOf(at))] as const)])
}

/** Items read in a second with their marks proved, against parsing their XML alone, and how much memory it took at its highest. */
export const measureQtiImport = (count: number) => {
  const files = packageOf(count)
  const parsing = secondsOf(() => {
    for (const path of files.keys()) xmlAt(files, path)
  })
  let peakBytes = 0
  const look = () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
  }
  const importing = secondsOf(() => {
    const reading = qti.read(files, { isFolder: false, onItem: (at) => at % 100 === 0 && look() })
    if (!reading.ok || reading.package.items?.some(({ question }) => question?.marking !== 'by its processing'))
      throw new Error('The items of the bench were not read as they should be.')
    look()
  })
  return { perSecond: count / importing, parsedPerSecond: files.size / parsing, peakBytes }
}

/** Answers marked in a second by a question's own processing: by the engine alone, and as a form run is marked. */
export const measureQtiMarks = (count: number) => {
  const reading = qti.read(packageOf(1), { isFolder: false })
  const question = reading.ok ? reading.package.exam.sections[0]?.questions?.[0] : undefined
  if (question?.processing?.kind !== 'qti') throw new Error('The item of the bench was not read as it should be.')
  const item = readQtiItem(question.processing.item, question.processing.version)
  const responses = new Map([['RESPONSE', container('multiple', 'identifier', ['A', 'B'])]])
  const engine = secondsOf(() => {
    for (let at = 0; at < count; at += 1) processResponses(item, startItem(item), responses)
  })
  const answer = { answerText: '', options: [{ optionID: 'A', optionText: '' }] }
  const marking = secondsOf(() => {
    for (let at = 0; at < count; at += 1) markingOf(question).mark(question, answer)
  })
  return { enginePerSecond: count / engine, marksPerSecond: count / marking }
}
