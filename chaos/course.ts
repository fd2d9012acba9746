import { makeCourse } from '../e2e/make-course.ts'

/** Its lessons, in their order: the second one opens once the first one is completed. */
export const lessonTitles = ['Standing', 'Climbing'] as const

const notes = '<p><label>Notes <input id="notes"></label></p>'
/** What is typed is set with each key, as a course does that is afraid of being closed. */
const keepNotes = `
const field = document.getElementById('notes')
field.value = api.LMSGetValue('cmi.suspend_data')
field.oninput = () => api.LMSSetValue('cmi.suspend_data', field.value)
`

/** Writes the package of a course that a learner types into; answers where it is. */
export const chaosCourse = (): Promise<string> =>
  makeCourse(
    'Ladders',
    lessonTitles.map((title) => ({ title, body: notes, script: keepNotes })),
  )

/** The elements in which what was typed stands, and whether the lesson is completed. */
export const typedElement = 'cmi.suspend_data'
export const statusElement = 'cmi.core.lesson_status'
