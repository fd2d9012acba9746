const page = (title: string, body: string, script: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #eef2f5; color: #1b2733 }
header { padding: 12px 16px; background: #1b2733; color: #fff; display: flex; gap: 16px; align-items: center; flex-wrap: wrap }
header p { margin: 0; flex: 1 } main { max-width: 640px; margin: 32px auto; padding: 0 16px }
button { font: inherit; min-height: 44px; padding: 0 20px } body:has(iframe) { display: flex; flex-direction: column; height: 100vh; height: 100dvh }
iframe { border: 0; width: 100%; flex: 1; min-height: 0; display: block }
</style></head><body>${body}<script>${script}</script></body></html>`

/**
 * What stands in for the provider's own page: its checks, and then the exam in a frame. `launch` is an address. Whether its session
 * runs, `/status` says each time; null is no answer.
 */
export const candidatePage = (launch: string) =>
  page(
    'Proctoring stand-in',
    `<main><h1>Proctoring stand-in</h1><p>A provider would check your camera, your room and your identity document here. This page
only stands in for one: nothing is recorded.</p><button id="go">Start the exam</button></main>`,
    `const launch = ${JSON.stringify(launch).replaceAll('<', '\\u003c')}
let frame
let isLost = false
addEventListener('message', (event) => {
  if (!frame || event.source !== frame.contentWindow || event.origin !== new URL(launch).origin) return
  if (!Array.isArray(event.data) || event.data[1] !== 'proctorio_status') return
  fetch('/status').then((answer) => answer.json()).then((status) =>
    status && event.source.postMessage(isLost ? { active: false } : status, event.origin))
})
document.getElementById('go').addEventListener('click', () => {
  document.body.innerHTML = '<header><p>Proctoring stand-in: nothing is recorded.</p><button id="lose">Lose the session</button></header>'
  frame = document.createElement('iframe')
  frame.title = 'Exam'
  frame.allow = 'fullscreen; autoplay'
  frame.src = launch
  document.body.append(frame)
  document.getElementById('lose').addEventListener('click', () => {
    isLost = true
    frame.contentWindow.postMessage({ active: false }, new URL(launch).origin)
  })
})`,
  )

/** What stands in for the monitor's script: a box that says so, and the event that it is ready. */
export const monitorScript = (
  origin: string,
  message: string,
  { becomesReady }: { readonly becomesReady: boolean },
) => `(() => {
  const said = ${JSON.stringify(message).replaceAll('<', '\\u003c')}
  const box = document.createElement('aside')
  box.setAttribute('aria-label', 'Integrity monitor stand-in')
  const note = document.createElement('div')
  note.setAttribute('role', 'note')
  note.textContent = 'Integrity monitor stand-in: nothing is recorded.'
  box.append(note)
  box.style.cssText = 'position:fixed;inset-inline-end:8px;bottom:8px;z-index:1;padding:6px 10px;font:13px system-ui;background:#1b2733;color:#fff;border-radius:6px;pointer-events:none'
  document.body.append(box)
  window.IntegrityAdvocate = { endSession: (done) => { box.remove(); if (typeof done === 'function') done() } }
  ${becomesReady ? `fetch('${origin}/participants/begin?' + said, { method: 'POST', mode: 'no-cors' }).then(() => document.dispatchEvent(new CustomEvent('IA_Ready')))` : 'void said'}
})()`
