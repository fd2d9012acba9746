import type { CodeLook, CodeMessage, CodeOrder, CodeStart } from '@sitwell/contract/code-messages'
import { cleanMarkup } from './clean-markup.ts'
import { filesByName, readFiles } from './files.ts'
import { followInstance } from './follow-instance.ts'
import { startInstance } from './instance.ts'
import { loadModule } from './load-modules.ts'
import { propertiesOf } from './properties.ts'

const show = ({ language, direction, theme }: CodeLook) => {
  const root = document.documentElement
  root.lang = language
  root.dir = direction
  for (const [name, value] of Object.entries(theme)) root.style.setProperty(name, value)
}

/** Links that leave the page lead nowhere: nothing else is to be found here. */
const holdLinks = () =>
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
  })

/** Milliseconds between two heights: what grows for a while would fill the player's ears. */
const heightMs = 100

const followHeight = (tell: (message: CodeMessage) => void) => {
  let isWaiting = false
  const tellHeight = () => {
    isWaiting = false
    tell({ type: 'height', pixels: Math.ceil(document.body.getBoundingClientRect().height) })
  }
  const observer = new ResizeObserver(() => {
    if (!isWaiting) setTimeout(tellHeight, heightMs)
    isWaiting = true
  })
  observer.observe(document.body)
}

/** The interaction, once it is ready. */
interface Held {
  following?: ReturnType<typeof followInstance>
}

const begin = async (start: CodeStart, tell: (message: CodeMessage) => void, held: Held) => {
  show(start.look)
  const files = await readFiles(start.files)
  const find = filesByName(files)
  const registered: unknown[] = []
  const context = {
    register: (interaction: unknown) => void registered.push(interaction),
    // Of the older interface; what it says is seen without it.
    notifyReady: () => undefined,
    notifyDone: () => undefined,
  }
  Object.assign(window, { qtiCustomInteractionContext: context })
  const element = document.createElement('div')
  element.className = 'qti-customInteraction'
  const inside = document.createElement('div')
  inside.className = 'qti-interaction-markup'
  inside.append(cleanMarkup(window, start.markup, find))
  element.append(inside)
  document.body.append(element)
  followHeight(tell)
  // RequireJS is in the document before this script.
  const exported = await loadModule(window as never, start, find, context)
  const named = registered.find((one) => Object(one).typeIdentifier === start.type)
  startInstance(
    named ?? registered[0] ?? exported,
    {
      element,
      properties: propertiesOf(start.properties, (name) => files.get(name)?.url),
      ...{ response: start.response, state: start.state, isLocked: start.isLocked },
    },
    (instance) => {
      if (held.following) return
      held.following = followInstance(window, instance, tell)
      tell({ type: 'ready' })
    },
    () => held.following?.tellChange(),
  )
}

const listen = (port: MessagePort) => {
  const tell = (message: CodeMessage) => port.postMessage(message)
  const held: Held = {}
  const fail = (error: unknown) => tell({ type: 'failed', why: String(error).slice(0, 1000) })
  port.onmessage = ({ data }: MessageEvent<CodeOrder>) => {
    if (data.type === 'start') begin(data.start, tell, held).catch(fail)
    else if (data.type === 'look') show(data.look)
    else held.following?.tellAgain()
  }
  holdLinks()
}

addEventListener('message', function hear({ source, ports: [port] }: MessageEvent) {
  if (source !== parent || !port) return
  removeEventListener('message', hear)
  listen(port)
})
