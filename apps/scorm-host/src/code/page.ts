/** Filled in by the build: the document in which the code of a question runs. */
declare const __DOCUMENT__: string

/**
 * The page around the code of a question. It has an origin, so the service worker of courses answers for it without a network; the code
 * has none: its frame is sandboxed, and under this page's policy, which lets nothing out. The player's page, which alone may frame this
 * one, sends a port; the frame gets it, and speaks with the player through it.
 */
const openFrame = (port: MessagePort, title: string) => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.title = title
  frame.srcdoc = __DOCUMENT__
  frame.addEventListener('load', () => frame.contentWindow?.postMessage('port', '*', [port]), { once: true })
  document.body.append(frame)
}

let isOpened = false
addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<unknown>) => {
  if (isOpened || source !== parent || !port) return
  isOpened = true
  openFrame(port, typeof data === 'string' ? data.slice(0, 500) : '')
})
parent.postMessage('ready', '*')
// Where the browser has no service workers here, the code needs the network each time that its question is shown.
navigator.serviceWorker?.register('/course-worker.js', { scope: '/', type: 'module' }).catch(() => undefined)
