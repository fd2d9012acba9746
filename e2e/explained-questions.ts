import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strToU8, zipSync } from 'fflate'
import { bitmap } from './bitmap.ts'

const tone = new Uint8Array(readFileSync(fileURLToPath(new URL('media/tone.mp3', import.meta.url))))

const leaf = () => bitmap(240, 120, 0x70)

const html = (inside: string) => `<qti-html-content>${inside}</qti-html-content>`
const entry = (language: string, inside: string) => `<qti-card-entry xml:lang="${language}">${html(inside)}</qti-card-entry>`
const card = (support: string, inside: string) => `<qti-card support="${support}">${inside}</qti-card>`
const catalog = (id: string, ...cards: string[]) => `<qti-catalog id="${id}">${cards.join('')}</qti-catalog>`

const catalogs = [
  catalog(
    'dew-point',
    card('glossary-on-screen', html('<p>The temperature at which <b>water</b> falls out of the air.</p>')),
    card('simplified-language-portions', html('When the air gets so cold that it drips.')),
    card('illustrated-glossary', html('<p><img src="leaf.bmp" alt="A drop on a leaf"/></p>')),
    card('spoken', '<qti-file-href mime-type="audio/mpeg">tone.mp3</qti-file-href>'),
    card('keyword-translation', `${entry('es', 'punto de rocío')}${entry('ar', 'نقطة الندى')}${entry('de', 'Taupunkt')}`),
  ),
  catalog('air', card('glossary-on-screen', html('<p>What we breathe.</p>'))),
  catalog('leaf', card('long-description', html('<p>A green leaf, on which a drop runs to the left.</p>'))),
  catalog('frost', card('glossary-on-screen', html('<p>Dew that has frozen.</p>'))),
  catalog('h2o', card('tts-pronunciation', html('aitch two oh'))),
  catalog('hostile', card('glossary-on-screen', html('<p>Unharmed<script>window.harmed = true</script></p>'))),
]
const item = `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="Q" title="Dew"><qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>A</qti-value></qti-correct-response></qti-response-declaration><qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/><qti-item-body><p>Below its <span data-catalog-idref="dew-point">dew point</span> the <i data-catalog-idref="air">air</i> gives <span data-catalog-idref="h2o">H₂O</span> off. A <span data-catalog-idref="hostile">trap</span> is none. <span data-catalog-idref="gone">What</span> becomes of it?</p><p><img src="leaf.bmp" alt="Leaf" data-catalog-idref="leaf"/></p><qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-simple-choice identifier="A">It turns to <b data-catalog-idref="frost">frost</b></qti-simple-choice><qti-simple-choice identifier="B">It stays</qti-simple-choice></qti-choice-interaction></qti-item-body><qti-catalog-info>${catalogs.join('')}</qti-catalog-info><qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct"/></qti-assessment-item>`

/** A package of QTI 3.0 whose item has catalogues; `remove` takes it away again. */
export const writeExplainedPackage = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-explained-'))
  const path = join(folder, 'explained.zip')
  const manifest =
    '<manifest><resources><resource identifier="R" type="imsqti_item_xmlv3p0" href="i.xml"/></resources></manifest>'
  await writeFile(
    path,
    zipSync({ 'imsmanifest.xml': strToU8(manifest), 'i.xml': strToU8(item), 'leaf.bmp': leaf(), 'tone.mp3': tone }),
  )
  return { path, remove: () => rm(folder, { recursive: true }) }
}
