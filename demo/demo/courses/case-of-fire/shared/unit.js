/* A small course of cmi5: pages in sections, or questions in a form. What happens is said to the learning record store. */
const launched = new URLSearchParams(location.search)
const actor = JSON.parse(launched.get('actor') ?? '{}')
const opened = Date.now()
const verbs = {
  initialized: 'http://adlnet.gov/expapi/verbs/initialized',
  completed: 'http://adlnet.gov/expapi/verbs/completed',
  passed: 'http://adlnet.gov/expapi/verbs/passed',
  answered: 'http://adlnet.gov/expapi/verbs/answered',
  terminated: 'http://adlnet.gov/expapi/verbs/terminated',
}
const cmi5 = 'https://w3id.org/xapi/cmi5/context'
let token = ''
let data = {}

const ask = (method, path, query, body) =>
  fetch(`${launched.get('endpoint')}${path}?${new URLSearchParams(query)}`, {
    method,
    keepalive: true,
    headers: { Authorization: `Basic ${token}`, 'X-Experience-API-Version': '1.0.3', 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const duration = () => `PT${Math.round((Date.now() - opened) / 10) / 100}S`
const isNormal = () => data.launchMode === 'Normal'

/* One after the other: each is said at a later moment than the one before. */
const waiting = []
let isSending = false
const sendWaiting = async () => {
  if (isSending) return
  isSending = true
  while (waiting.length > 0) await waiting.shift()()
  isSending = false
}
const inTurn = (request) =>
  new Promise((resolve) => {
    waiting.push(() =>
      request()
        .catch(() => undefined)
        .then(resolve),
    )
    void sendWaiting()
  })
const say = (verb, { object, result, extensions } = {}) => {
  const isDefined = verb !== 'answered'
  const movesOn = verb === 'completed' || verb === 'passed'
  const category = [
    ...(isDefined ? [{ id: `${cmi5}/categories/cmi5` }] : []),
    ...(movesOn ? [{ id: `${cmi5}/categories/moveon` }] : []),
  ]
  const context = data.contextTemplate
  const statement = {
    id: crypto.randomUUID(),
    actor,
    verb: { id: verbs[verb], display: { en: verb } },
    object: object ?? { id: launched.get('activityId') },
    context: {
      ...context,
      registration: launched.get('registration'),
      contextActivities: { ...context.contextActivities, category },
      extensions: { ...context.extensions, ...extensions },
    },
    timestamp: new Date().toISOString(),
    ...(result && { result }),
  }
  return inTurn(() => ask('PUT', 'statements', { statementId: statement.id }, statement))
}

const place = {
  activityId: launched.get('activityId'),
  agent: launched.get('actor'),
  registration: launched.get('registration'),
}
const read = async (stateId) => {
  const reply = await ask('GET', 'activities/state', { ...place, stateId })
  return reply.ok ? reply.json() : undefined
}
/* Only the newest place: an older one that came after it would take its place. */
let unsent
const keepPlace = (value) => {
  const isInTurn = unsent !== undefined
  unsent = value
  if (isInTurn || !isNormal()) return
  void inTurn(() => {
    const newest = unsent
    unsent = undefined
    return ask('PUT', 'activities/state', { ...place, stateId: 'place' }, newest)
  })
}

let hasLeft = false
const leave = async () => {
  if (hasLeft) return
  hasLeft = true
  await say('terminated', { result: { duration: duration() } })
  if (data.returnURL) location.href = data.returnURL
}

/* Pages, one at a time; the place is kept, and the last one completes. */
const startPages = async (sections) => {
  const [back, next, place] = ['#back', '#next', '#place'].map((id) => document.querySelector(id))
  const before = await read('place')
  let at = Math.min(Math.max(Number.parseInt(before?.at, 10) || 0, 0), sections.length - 1)
  let isComplete = before?.isComplete === true
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
    if (isLast && !isComplete && isNormal()) {
      isComplete = true
      void say('completed', { result: { completion: true, duration: duration() } })
    }
    keepPlace({ at, isComplete })
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
/** What was chosen in a question, which says whether it is right. */
const look = (question) => {
  const chosen = question.querySelector('input:checked')
  const isRight = chosen?.value === question.dataset.key
  const notRight = chosen ? 'Not quite.' : 'Choose an answer.'
  question.querySelector('.said').textContent = isRight ? 'Right.' : notRight
  return { chosen, isRight }
}

const startQuestions = (form) => {
  const questions = [...form.querySelectorAll('fieldset')]
  const result = document.querySelector('#result')
  const least = data.masteryScore ?? 1
  let isPassed = !isNormal()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    let right = 0
    for (const question of questions) {
      const { chosen, isRight } = look(question)
      if (isRight) right += 1
      const id = `${launched.get('activityId')}/${question.id}`
      if (isNormal()) void say('answered', { object: { id }, result: { response: chosen?.value ?? '', success: isRight } })
    }
    const scaled = right / questions.length
    const isEnough = scaled >= least
    result.textContent = isEnough
      ? `${right} of ${questions.length} are right. You have passed.`
      : `${right} of ${questions.length} are right. Look at the marked questions and try again.`
    if (!isEnough || isPassed) return
    isPassed = true
    const extensions = { [`${cmi5}/extensions/masteryscore`]: data.masteryScore }
    void say('passed', { result: { success: true, score: { scaled }, duration: duration() }, extensions })
  })
}

const begin = async () => {
  const reply = await (await fetch(launched.get('fetch'), { method: 'POST' })).json()
  token = reply['auth-token'] ?? ''
  data = await read('LMS.LaunchData')
  await say('initialized')
  const sections = [...document.querySelectorAll('main > section')]
  if (sections.length > 0) await startPages(sections)
  const form = document.querySelector('form')
  if (form) startQuestions(form)
  document.querySelector('#leave').addEventListener('click', leave)
  addEventListener('pagehide', () => {
    void leave()
    // Nobody is here any more to wait for a turn.
    for (const request of waiting.splice(0)) request()
  })
  document.body.dataset.ready = 'true'
}

begin().catch(() => {
  document.querySelector('#trouble').hidden = false
})
