import { readPackage } from '../read-package.ts'
import { makeZip } from './make-package.ts'

const rules = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>'
/** An item of one choice, of which the first is right. */
export const choiceItem = (identifier: string, processing = rules) =>
  `<assessmentItem identifier="${identifier}" title="${identifier}"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>${identifier}?</prompt><simpleChoice identifier="A">One</simpleChoice><simpleChoice identifier="B">Two</simpleChoice></choiceInteraction></itemBody>${processing}</assessmentItem>`
/** An item that a person reads. */
export const essay = (identifier: string) =>
  `<assessmentItem identifier="${identifier}" title="${identifier}"><responseDeclaration identifier="R" cardinality="single" baseType="string"/><itemBody><extendedTextInteraction responseIdentifier="R"/></itemBody></assessmentItem>`

/** A rule that asks whether an option was chosen. */
export const of = (item: string, option = 'A') =>
  `<match><variable identifier="${item}.R"/><baseValue baseType="identifier">${option}</baseValue></match>`
export const pre = (rule: string) => `<preCondition>${rule}</preCondition>`
export const branch = (target: string, rule: string) => `<branchRule target="${target}">${rule}</branchRule>`
/** A reference to an item in a file of its name. */
export const ref = (id: string, inside = '', more = '') =>
  `<assessmentItemRef identifier="${id}" href="${id}.xml" ${more}>${inside}</assessmentItemRef>`
/** References to items whose names are single letters. */
export const refs = (ids: string) => [...ids].map((id) => ref(id)).join('')
export const section = (id: string, inside: string, more = 'visible="true"') =>
  `<assessmentSection identifier="${id}" title="Section ${id}" ${more}>${inside}</assessmentSection>`
export const part = (id: string, inside: string, navigation = 'linear') =>
  `<testPart identifier="${id}" title="Part ${id}" navigationMode="${navigation}" submissionMode="simultaneous">${inside}</testPart>`
export const say = (text: string) => `<rubricBlock view="candidate"><p>${text}</p></rubricBlock>`
export const scoreOf = (id: string, least: string) =>
  `<gte><variable identifier="${id}"/><baseValue baseType="float">${least}</baseValue></gte>`
/** The sum of all scores as the result. */
export const total =
  '<outcomeProcessing><setOutcomeValue identifier="SCORE"><sum><testVariables variableIdentifier="SCORE"/></sum></setOutcomeValue></outcomeProcessing>'
export const declared = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'

/**
 * Reads a test with the items that it and `files` refer to, each of one choice. `files` are others than those; one that is undefined is
 * missing.
 */
export const readTestXml = async (xml: string, files: Readonly<Record<string, string | undefined>> = {}) => {
  const items = [...`${xml}${Object.values(files).join('')}`.matchAll(/href="(\w+)\.xml"/g)].flatMap(([, id]) => id ?? [])
  const all: Record<string, string | undefined> = {
    'imsmanifest.xml':
      '<manifest><resources><resource identifier="T" type="imsqti_test_xmlv2p1" href="test.xml"/></resources></manifest>',
    'test.xml': xml,
    ...Object.fromEntries(items.map((id) => [`${id}.xml`, choiceItem(id)])),
    ...files,
  }
  const present = Object.entries(all).flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const]))
  const reading = await readPackage({ path: await makeZip(Object.fromEntries(present)) })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}
