import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PaperPart } from '../../apps/server/src/paper/paper-parts.ts'
import { writePdf } from '../../apps/server/src/paper/write-pdf.ts'

/** Writes the PDFs of the demonstration's exams again: `node demo/documents/write.ts`. */
const heading = (text: string): PaperPart => ({ kind: 'heading', level: 2, text })
const html = (text: string): PaperPart => ({ kind: 'html', html: text })

const kitchenHandbook: readonly PaperPart[] = [
  heading('Temperatures'),
  {
    kind: 'table',
    title: 'At what temperature food is kept',
    head: [{ text: 'Food' }, { text: 'Kept at' }, { text: 'Measured' }],
    rows: [
      [{ text: 'Chilled, ready to eat', isHeader: true }, { text: '8 °C or colder' }, { text: 'Each morning and evening' }],
      [{ text: 'Frozen', isHeader: true }, { text: '−18 °C or colder' }, { text: 'Each morning' }],
      [{ text: 'Hot, waiting to be served', isHeader: true }, { text: '63 °C or hotter' }, { text: 'Every half hour' }],
    ],
    widths: [2, 1, 2],
  },
  html(
    '<p>A probe is wiped and disinfected before it touches food, and again after. Whoever measures writes the figure and the time into the log, also when it is as it should be.</p>',
  ),
  heading('When something has gone wrong'),
  html(
    '<ol><li>Set the food apart and label it, so that nobody uses it.</li><li>Tell the supervisor, who decides what becomes of it.</li><li>Write down what was found, when, and by whom.</li><li>Find out why before the place is used again.</li></ol>',
  ),
  html('<p>Nobody tastes food to find out whether it is safe: what makes people ill has no taste and no smell.</p>'),
  heading('Hands'),
  html(
    '<p>Hands are washed before work, after raw meat, after breaks, after the bin, and whenever gloves are changed: with soap, for twenty seconds, and dried with paper.</p>',
  ),
  heading('Boards and cloths'),
  html(
    '<ul><li>Red boards are for raw meat, blue for raw fish, green for salad and fruit.</li><li>A cloth is used for one task and goes to the laundry.</li><li>Surfaces are cleared, washed, rinsed and then disinfected.</li></ul>',
  ),
  heading('Allergens'),
  html(
    '<p>Each dish has a sheet that names its allergens. Whoever changes a recipe changes its sheet first. A question of a guest is answered from the sheet, never from memory.</p>',
  ),
  heading('Deliveries'),
  html(
    '<p>A delivery is looked at before it is signed for: temperature, dates, packaging. What is too warm, too old or torn goes back with its driver.</p>',
  ),
]

const to = join(import.meta.dirname, '../demo/exams/food-safety/resources/kitchen-handbook.pdf')
await mkdir(dirname(to), { recursive: true })
const file = await writePdf(
  {
    language: 'en',
    title: 'Kitchen handbook',
    subtitle: 'The Harbour Kitchen',
    organisation: 'Demo',
    learner: 'In every kitchen and store',
    colours: { primary: '#1ca286', secondary: '#364651' },
    madeAtMs: Date.UTC(2026, 10, 1),
    words: {
      PAGE: 'Page {page} of {pages}',
      UNPRINTABLE: 'This can not be printed.',
      PICTURE: 'Picture',
      CUT: 'The rest is left out.',
    },
    parts: kitchenHandbook,
  },
  () => undefined,
)
await writeFile(to, file)
