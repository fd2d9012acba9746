import { marks } from './marking-figures.ts'
import { day, given, results, table } from './office-figures.ts'
import { courses, document, importing, pdf, print } from './paper-figures.ts'
import { digest, finish, key, opening, page, question, sitting, typing, way } from './player-figures.ts'
import { clone, live, pace, people, saves, signins, start, today, together } from './server-figures.ts'

/** `script/bench [saves] [pace] [together] [key] [page] [way] [question] [typing] [opening] [sitting] [live] [finish] [digest] [start] [clone] [signins] [people] [today] [given] [results] [table] [day] [marks] [pdf] [print] [document] [courses] [import]`: prints figures of this machine. */
const parts: Record<string, () => Promise<void>> = {
  saves,
  pace,
  together,
  key,
  page,
  way,
  question,
  typing,
  opening,
  sitting,
  live,
  finish,
  digest,
  start,
  clone,
  signins,
  people,
  today,
  given,
  results,
  table,
  day,
  marks,
  pdf,
  print,
  document,
  courses,
  import: importing,
}

const wanted = process.argv.slice(2)
for (const [name, measure] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await measure()
