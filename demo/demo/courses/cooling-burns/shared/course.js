/* A small course of SCORM 2004: pages in sections, or questions in a form. */
const findApi = (from) => {
  for (let at = from, steps = 0; at && steps < 20; at = at.parent, steps += 1) {
    if (at.API_1484_11) return at.API_1484_11
    if (at.parent === at) return undefined
  }
  return undefined
}

const api = findApi(window)
const opened = Date.now()
let hasEnded = api === undefined || api.Initialize('') !== 'true'

const get = (element) => (hasEnded ? '' : api.GetValue(element))
const set = (element, value) => {
  if (!hasEnded) api.SetValue(element, String(value))
}
/** What was chosen in a question, which says whether it is right. */
const look = (question) => {
  const chosen = question.querySelector('input:checked')
  const isRight = chosen?.value === question.dataset.key
  const notRight = chosen ? 'Not quite.' : 'Choose an answer.'
  question.querySelector('.said').textContent = isRight ? 'Right.' : notRight
  return { chosen, isRight }
}

const keep = () => {
  if (!hasEnded) api.Commit('')
}

const isDone = () => get('cmi.completion_status') === 'completed'
if (!isDone()) set('cmi.completion_status', 'incomplete')

addEventListener('pagehide', () => {
  if (hasEnded) return
  set('cmi.session_time', `PT${Math.round((Date.now() - opened) / 1000)}S`)
  set('cmi.exit', isDone() ? 'normal' : 'suspend')
  api.Terminate('')
  hasEnded = true
})

/* Pages, one at a time; the place is kept, and how far it is measures what is done. */
const sections = [...document.querySelectorAll('main > section')]
if (sections.length > 0) {
  const back = document.querySelector('#back')
  const next = document.querySelector('#next')
  const place = document.querySelector('#place')
  let at = Math.min(Math.max(Number.parseInt(get('cmi.location'), 10) || 0, 0), sections.length - 1)
  let furthest = Number(get('cmi.progress_measure')) || 0
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
    furthest = Math.max(furthest, (at + 1) / sections.length)
    set('cmi.location', at)
    set('cmi.progress_measure', furthest)
    if (isLast) set('cmi.completion_status', 'completed')
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

/* Questions. Those with a least share can be tried until it is reached; those without are complete once they are answered. */
const form = document.querySelector('form')
if (form) {
  const questions = [...form.querySelectorAll('fieldset')]
  const least = Number(form.dataset.least)
  const result = document.querySelector('#result')
  const tell = (right) => {
    const summary = `${right} of ${questions.length} ${right === 1 ? 'is' : 'are'} right.`
    if (!least) result.textContent = `${summary} This part is complete: go on with the next one.`
    else if (right >= least) result.textContent = `${summary} You have passed.`
    else result.textContent = `${summary} ${least} are needed. Look at the marked questions and try again.`
  }
  if (isDone()) tell(Math.round(Number(get('cmi.score.scaled')) * questions.length))
  let tried = Number(get('cmi.interactions._count')) || 0
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    let right = 0
    for (const question of questions) {
      const { chosen, isRight } = look(question)
      if (isRight) right += 1
      const place = `cmi.interactions.${tried}`
      set(`${place}.id`, question.id)
      set(`${place}.type`, 'choice')
      set(`${place}.correct_responses.0.pattern`, question.dataset.key)
      if (chosen) set(`${place}.learner_response`, chosen.value)
      set(`${place}.result`, isRight ? 'correct' : 'incorrect')
      tried += 1
    }
    const isEnough = right >= (least || 0)
    set('cmi.score.min', 0)
    set('cmi.score.max', questions.length)
    set('cmi.score.raw', right)
    set('cmi.score.scaled', right / questions.length)
    if (isEnough) {
      set('cmi.completion_status', 'completed')
      set('cmi.success_status', right >= Math.ceil(questions.length * 0.6) ? 'passed' : 'failed')
    }
    keep()
    tell(right)
  })
}
