/* A small course of SCORM 1.2: pages in sections, or questions in a form. */
const findApi = (from) => {
  for (let at = from, steps = 0; at && steps < 20; at = at.parent, steps += 1) {
    if (at.API) return at.API
    if (at.parent === at) return undefined
  }
  return undefined
}

const api = findApi(window)
const opened = Date.now()
let hasEnded = api === undefined || api.LMSInitialize('') !== 'true'

const get = (element) => (hasEnded ? '' : api.LMSGetValue(element))
const set = (element, value) => {
  if (!hasEnded) api.LMSSetValue(element, String(value))
}
const keep = () => {
  if (!hasEnded) api.LMSCommit('')
}

const two = (number) => String(number).padStart(2, '0')
const timeSpent = () => {
  const seconds = Math.round((Date.now() - opened) / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const isDone = () => ['completed', 'passed'].includes(get('cmi.core.lesson_status'))
if (get('cmi.core.lesson_status') === 'not attempted') set('cmi.core.lesson_status', 'incomplete')

addEventListener('pagehide', () => {
  if (hasEnded) return
  set('cmi.core.session_time', timeSpent())
  set('cmi.core.exit', isDone() ? '' : 'suspend')
  api.LMSFinish('')
  hasEnded = true
})

/* Pages, one at a time; the place is kept, and the last one completes. */
const sections = [...document.querySelectorAll('main > section')]
if (sections.length > 0) {
  const back = document.querySelector('#back')
  const next = document.querySelector('#next')
  const place = document.querySelector('#place')
  let at = Math.min(Math.max(Number.parseInt(get('cmi.core.lesson_location'), 10) || 0, 0), sections.length - 1)
  const show = (isMoved) => {
    sections.forEach((section, index) => {
      section.hidden = index !== at
    })
    const isLast = at === sections.length - 1
    back.hidden = at === 0
    next.hidden = isLast
    place.textContent = isLast
      ? 'This was the last page. Well done: this part is complete.'
      : `Page ${at + 1} of ${sections.length}`
    if (isMoved) sections[at].querySelector('h2').focus()
    set('cmi.core.lesson_location', at)
    if (isLast) set('cmi.core.lesson_status', 'completed')
    keep()
  }
  back.addEventListener('click', () => {
    at -= 1
    show(true)
  })
  next.addEventListener('click', () => {
    at += 1
    show(true)
  })
  show(false)
}

/* Questions: they can be tried until they are passed, so that nobody is shut out by one slip. */
const form = document.querySelector('form')
if (form) {
  const questions = [...form.querySelectorAll('fieldset')]
  const least = Number(/pass=(\d+)/.exec(get('cmi.launch_data'))?.[1] ?? questions.length)
  const result = document.querySelector('#result')
  const tell = (right) => {
    result.textContent =
      right >= least
        ? `${right} of ${questions.length} are right. You have passed.`
        : `${right} of ${questions.length} are right; ${least} are needed. Look at the marked questions and try again.`
  }
  if (isDone()) tell(Math.round((Number(get('cmi.core.score.raw')) / 100) * questions.length))
  let tried = Number(get('cmi.interactions._count')) || 0
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    let right = 0
    for (const question of questions) {
      const chosen = question.querySelector('input:checked')
      const isRight = chosen?.value === question.dataset.key
      if (isRight) right += 1
      question.querySelector('.said').textContent = isRight ? 'Right.' : chosen ? 'Not quite.' : 'Choose an answer.'
      const place = `cmi.interactions.${tried}`
      set(`${place}.id`, question.id)
      set(`${place}.type`, 'choice')
      set(`${place}.student_response`, chosen?.value ?? '')
      set(`${place}.correct_responses.0.pattern`, question.dataset.key)
      set(`${place}.result`, isRight ? 'correct' : 'wrong')
      tried += 1
    }
    set('cmi.core.score.min', 0)
    set('cmi.core.score.max', 100)
    set('cmi.core.score.raw', Math.round((right / questions.length) * 100))
    if (right >= least) set('cmi.core.lesson_status', 'passed')
    keep()
    tell(right)
  })
}
