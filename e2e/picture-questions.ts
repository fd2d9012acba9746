import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import type { QuestionSpec } from './arrange-exam.ts'

const bay = () => readFile(new URL('../demo/demo/exams/coasts/resources/sandholm-bay.png', import.meta.url))
const map = { src: 'resources/map.png', alt: 'A map of the bay' }
const areas = [
  { id: 'a', name: 'Harbour', x: 10, y: 10, width: 12, height: 12 },
  { id: 'b', name: 'B', x: 45, y: 40, width: 12, height: 12 },
  { id: 'c', name: 'C', x: 75, y: 70, width: 12, height: 12 },
]
const asked = (component: object, key: object): QuestionSpec => ({
  type: 'QGRID',
  text: '<p>Look at the map.</p>',
  rows: [{ cells: [{ components: [{ ...component, ...map }] }] }],
  key: { fields: { f: key } },
})
const field = { id: 'f', label: 'On the map' }

/** A question of each kind whose answer is on a picture, written in the package's own form. */
export const onPicture: Readonly<Record<'order' | 'pairs' | 'cards' | 'points', QuestionSpec>> = {
  order: asked({ kind: 'areaOrder', ...field, areas }, { kind: 'order', areas: ['c', 'a', 'b'] }),
  pairs: asked(
    { kind: 'areaPairs', ...field, most: 2, areas: areas.map((one) => ({ ...one, most: 2 })) },
    {
      kind: 'pairs',
      pairs: [
        ['a', 'b'],
        ['b', 'c'],
      ],
    },
  ),
  cards: asked(
    {
      ...{ kind: 'areaCards', ...field, areas },
      cards: [
        { id: 'x', name: 'Lighthouse' },
        { id: 'y', name: 'A ship', src: 'resources/map.png', most: 2 },
      ],
    },
    {
      kind: 'pairs',
      pairs: [
        ['x', 'a'],
        ['y', 'c'],
      ],
    },
  ),
  points: asked(
    { kind: 'points', ...field, width: 200, height: 100, most: 2 },
    {
      kind: 'points',
      within: [
        { shape: 'circle', coords: '50,50,4' },
        { shape: 'rect', coords: '150,20,160,30' },
      ],
    },
  ),
}

export const pictureFiles = async () => ({ 'resources/map.png': await bay() })

const head = (identifier: string, type: string, correct: readonly string[], more = '') => {
  const [cardinality, baseType] = type.split(' ')
  const values = correct.map((one) => `<value>${one}</value>`).join('')
  return `<responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${values}</correctResponse>${more}</responseDeclaration><outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>`
}
const rules = (name: string) =>
  `<responseProcessing template="http://www.imsglobal.org/question/qti_v2p2/rptemplates/${name}"/>`
const image = '<object type="image/png" data="map.png" width="1520" height="1120">A map of the bay</object>'
const spots = (name: string, matchMax = '') =>
  ['KEYA', 'KEYB', 'KEYC']
    .map((id, at) => `<${name} identifier="${id}" shape="circle" coords="${300 + at * 400},${300 + at * 250},80" ${matchMax}/>`)
    .join('')
const mapping = (...keys: string[]) =>
  `<mapping lowerBound="0" defaultValue="-1">${keys.map((key) => `<mapEntry mapKey="${key}" mappedValue="1"/>`).join('')}</mapping>`

/** Items as their makers write them, worth 1, 2, 2 and 1. What is right is called by names that no learner may be given. */
const items = {
  order: `${head('R', 'ordered identifier', ['KEYC', 'KEYA', 'KEYB'])}<itemBody><graphicOrderInteraction responseIdentifier="R"><prompt>In which order?</prompt>${image}${spots('hotspotChoice')}</graphicOrderInteraction></itemBody>${rules('match_correct')}`,
  pairs: `${head('R', 'multiple pair', ['KEYA KEYB', 'KEYB KEYC'], mapping('KEYA KEYB', 'KEYB KEYC'))}<itemBody><graphicAssociateInteraction responseIdentifier="R" maxAssociations="2"><prompt>Which belong together?</prompt>${image}${spots('associableHotspot', 'matchMax="2"')}</graphicAssociateInteraction></itemBody>${rules('map_response')}`,
  cards: `${head('R', 'multiple directedPair', ['KEYX KEYA', 'KEYY KEYC'], mapping('KEYX KEYA', 'KEYY KEYC'))}<itemBody><graphicGapMatchInteraction responseIdentifier="R"><prompt>Where?</prompt>${image}<gapText identifier="KEYX" matchMax="1">Lighthouse</gapText><gapText identifier="KEYY" matchMax="1">Ship</gapText>${spots('associableHotspot', 'matchMax="1"')}</graphicGapMatchInteraction></itemBody>${rules('map_response')}`,
  point: `${head('R', 'single point', ['760 560'], '<areaMapping><areaMapEntry shape="circle" coords="760,560,77" mappedValue="1"/></areaMapping>')}<itemBody><selectPointInteraction responseIdentifier="R" maxChoices="1"><prompt>Where is the middle?</prompt>${image}</selectPointInteraction></itemBody>${rules('map_response_point')}`,
}

/** A package of QTI 2.2 with those items; `remove` takes it away again. */
export const writePicturePackage = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-pictures-'))
  const names = Object.keys(items)
  const resources = names.map((name) => `<resource identifier="${name}" type="imsqti_item_xmlv2p2" href="${name}.xml"/>`)
  const written = Object.entries(items).map(([name, inside]) => [
    `${name}.xml`,
    strToU8(
      `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="${name}" title="Bay">${inside}</assessmentItem>`,
    ),
  ])
  const path = join(folder, 'pictures.zip')
  const manifest = strToU8(`<manifest><resources>${resources.join('')}</resources></manifest>`)
  await writeFile(path, zipSync({ 'imsmanifest.xml': manifest, 'map.png': await bay(), ...Object.fromEntries(written) }))
  return { path, remove: () => rm(folder, { recursive: true }) }
}
