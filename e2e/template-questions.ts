import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'

const declare = (kind: string, identifier: string, baseType: string) =>
  `<${kind}Declaration identifier="${identifier}" cardinality="single" baseType="${baseType}"/>`
const variable = (identifier: string) => `<variable identifier="${identifier}"/>`
const set = (identifier: string, value: string) => `<setTemplateValue identifier="${identifier}">${value}</setTemplateValue>`
const right = (value: string) => `<setCorrectResponse identifier="RESPONSE">${value}</setCorrectResponse>`
const printed = (identifier: string) => `<printedVariable identifier="${identifier}"/>`
const numbers = `${declare('template', 'FIRST', 'integer')}${declare('template', 'SECOND', 'integer')}`
const drawn = `${set('FIRST', '<randomInteger min="10001" max="99999"/>')}${set('SECOND', '<randomInteger min="10001" max="99999"/>')}`
const rules = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>'
const sum = `<sum>${variable('FIRST')}${variable('SECOND')}</sum>`
const less = `<subtract>${variable('SECOND')}<baseValue baseType="integer">10000</baseValue></subtract>`

const items = {
  typed: `${declare('response', 'RESPONSE', 'integer')}${numbers}<templateProcessing>${drawn}${right(sum)}</templateProcessing><itemBody><p>How much is ${printed('FIRST')} and ${printed('SECOND')}? <textEntryInteraction responseIdentifier="RESPONSE"/></p></itemBody>${rules}`,
  chosen: `${declare('response', 'RESPONSE', 'identifier')}${numbers}${declare('template', 'LESS', 'integer')}<templateProcessing>${drawn}${set('LESS', less)}${right('<baseValue baseType="identifier">right</baseValue>')}</templateProcessing><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1" shuffle="true"><prompt>Which is ${printed('SECOND')} less 10000?</prompt><simpleChoice identifier="right">It is ${printed('LESS')}</simpleChoice><simpleChoice identifier="wrong">It is not ${printed('LESS')}</simpleChoice></choiceInteraction></itemBody>${rules}`,
}

/** A package of QTI 2.1 whose items draw numbers for each learner; `remove` takes it away again. */
export const writeTemplatePackage = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-templates-'))
  const names = Object.keys(items)
  const resources = names.map((name) => `<resource identifier="${name}" type="imsqti_item_xmlv2p1" href="${name}.xml"/>`)
  const written = Object.entries(items).map(([name, inside]) => [
    `${name}.xml`,
    strToU8(`<assessmentItem identifier="${name}" title="Numbers">${inside}</assessmentItem>`),
  ])
  const path = join(folder, 'templates.zip')
  const manifest = strToU8(`<manifest><resources>${resources.join('')}</resources></manifest>`)
  await writeFile(path, zipSync({ 'imsmanifest.xml': manifest, ...Object.fromEntries(written) }))
  return { path, remove: () => rm(folder, { recursive: true }) }
}
