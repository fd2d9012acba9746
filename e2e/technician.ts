import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(`../../shared/data/exams/${path}`, import.meta.url))

/** A real certification paper of 35 questions in 10 sections, and its key, which came apart from it. */
export const technicianPackage = at('technician.qti21.zip')
/** Where the paper isn't there, a test that needs it says so. */
export const hasTechnicianPaper = existsSync(technicianPackage)
export const whyNot = `the certification paper is not at ${technicianPackage}`

/** The letter of each question's right option by the question's id, in the paper's order. */
export const technicianKey = (): ReadonlyMap<string, string> => {
  // The file's form, as its README describes it.
  const { key } = JSON.parse(readFileSync(at('technician.key.json'), 'utf8')) as { key: Record<string, string> }
  return new Map(Object.entries(key))
}

/** How many of the chosen options are right: counted here from the key alone, with nothing of the server's marking. */
export const marksByKey = (chosen: ReadonlyMap<string, string>): number => {
  let marks = 0
  for (const [questionId, letter] of technicianKey()) if (chosen.get(questionId) === letter) marks += 1
  return marks
}
