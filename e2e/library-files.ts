import { randomBytes } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { passingFile } from './passing-file.ts'

/** Writes a bank in GIFT; the second question is in the file in a way that can't be read, and is left out. */
export const giftWithLosses = (name = 'trees.gift'): Promise<string> =>
  passingFile(
    name,
    strToU8(
      [
        '::Oak:: Which is an <b>oak</b><img src\\="x" onerror\\="document.title\\=1">? {=English oak ~Beech ~<script>document.title\\=1</script>Elm}',
        '::Ash:: An ash is {=a tree} or {=a pony}?',
        '::Elm:: An elm is a tree. {TRUE}',
      ].join('\n\n'),
    ),
  )

const declaration =
  '<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration>'
const body =
  '<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><simpleChoice identifier="A">One</simpleChoice><simpleChoice identifier="B">Two</simpleChoice></choiceInteraction></itemBody>'
const marking = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>'
const item = (identifier: string, inside: string) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="${identifier}" title="${identifier}" adaptive="false" timeDependent="false">${declaration}${inside}</assessmentItem>`

/** Writes a package of QTI 2.1 with items of which the first is whole, and no other says how it is marked. */
export const qtiWithLosses = (items = 2): Promise<string> => {
  const names = Array.from({ length: items }, (_, at) => `item-${at + 1}`)
  const resources = names.map((one) => `<resource identifier="${one}" type="imsqti_item_xmlv2p1" href="${one}.xml"/>`)
  const files = names.map((one, at) => [`${one}.xml`, strToU8(item(one, at === 0 ? body + marking : body))] as const)
  return passingFile(
    'lossy.zip',
    zipSync({
      'imsmanifest.xml': strToU8(`<manifest><resources>${resources.join('')}</resources></manifest>`),
      ...Object.fromEntries(files),
    }),
  )
}

/** Writes a package of Sitwell's own form; of its many bytes most are of a picture. */
export const nativeExam = (
  file: string,
  { guid, name, version = 1, pictureBytes = 0 }: { guid: string; name: string; version?: number; pictureBytes?: number },
): Promise<string> => {
  const picture = pictureBytes > 0 ? '<p><img src="a.png" alt="A leaf"></p>' : ''
  const exam = {
    ...{ format: 'sitwell-exam', formatVersion: 1, examGuid: guid, examTypeGuid: `${guid}-type`, name, version, objectID: 1 },
    sections: [
      {
        id: 's1',
        name: 'Leaves',
        questions: [
          {
            ...{ type: 'RADIO', id: 'q1', text: `${picture}<p>Which?</p>`, key: 'a' },
            options: [
              { id: 'a', text: 'A' },
              { id: 'b', text: 'B' },
            ],
          },
        ],
      },
    ],
  }
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(pictureBytes)])
  return passingFile(
    file,
    zipSync({ 'exam.json': strToU8(JSON.stringify(exam)), ...(pictureBytes > 0 && { 'a.png': [png, { level: 0 }] }) }),
  )
}
