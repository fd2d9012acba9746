import { afterEach, expect, test, vi } from 'vitest'
import { closeLayer, isOnTop, openLayer } from './open-layers.ts'
import { asElement, MadeUpElement, openPage } from './testing/made-up-page.ts'

let opened: MadeUpElement[] = []
afterEach(() => {
  for (const host of opened) closeLayer(asElement(host))
  opened = []
  vi.unstubAllGlobals()
})

/** Lays a layer over the page, as a dialog with one button. */
const lay = (page: ReturnType<typeof openPage>, name: string) => {
  const from = page.focused
  const button = new MadeUpElement(`button of ${name}`)
  const dialog = new MadeUpElement(`dialog of ${name}`).append(button)
  const host = new MadeUpElement(name, { isLayer: true }).append(dialog)
  page.body.append(host)
  opened.push(host)
  openLayer({ host: asElement(host), dialog: asElement(dialog) }, asElement(from))
  const close = () => {
    closeLayer(asElement(host))
    host.remove()
    page.draw()
  }
  return { host, dialog, button, close }
}

test('all but the layer on top is inert, and what was inert before a layer came stays so after it', () => {
  const [root, other] = [new MadeUpElement('root'), new MadeUpElement('other')]
  const page = openPage(root, other)
  other.inert = true
  const inert = () => page.body.children.filter((element) => element.inert).map(({ name }) => name)
  const first = lay(page, 'first')
  expect(inert()).toEqual(['root', 'other'])
  const second = lay(page, 'second')
  expect(inert()).toEqual(['root', 'other', 'first'])
  expect([isOnTop(asElement(first.host)), isOnTop(asElement(second.host))]).toEqual([false, true])
  second.close()
  expect(inert()).toEqual(['root', 'other'])
  first.close()
  expect(inert()).toEqual(['other'])
})

test('what others make reachable behind a layer is held back again', () => {
  const root = new MadeUpElement('root')
  const page = openPage(root)
  const layer = lay(page, 'layer')
  root.inert = false
  page.changed()
  expect(root.inert).toBe(true)
  layer.close()
  root.inert = false
  page.changed()
  expect(root.inert).toBe(false)
})

test('a layer takes the focus unless something in it has it, and it goes back to what had it', () => {
  const button = new MadeUpElement('button')
  const page = openPage(new MadeUpElement('root').append(button))
  button.focus()
  const layer = lay(page, 'layer')
  expect(page.focused).toBe(layer.dialog)
  layer.close()
  expect(page.focused).toBe(button)
})

test('from a layer that was opened by one which has gone, the focus goes back to what had it before both', () => {
  const button = new MadeUpElement('button')
  const page = openPage(new MadeUpElement('root').append(button))
  button.focus()
  const first = lay(page, 'first')
  first.button.focus()
  const second = lay(page, 'second')
  first.host.isConnected = false
  first.button.isConnected = false
  closeLayer(asElement(first.host))
  second.close()
  expect(page.focused).toBe(button)
})

test('the focus goes to the layer below if what had it can’t have it any more, and nowhere if something else has taken it', () => {
  const button = new MadeUpElement('button')
  const page = openPage(new MadeUpElement('root').append(button))
  const first = lay(page, 'first')
  first.button.focus()
  const second = lay(page, 'second')
  first.button.remove()
  second.close()
  expect(page.focused).toBe(first.dialog)
  closeLayer(asElement(first.host))
  button.focus()
  page.draw()
  expect(page.focused).toBe(button)
})

test('the page behind doesn’t scroll until the last layer has gone', () => {
  const page = openPage(new MadeUpElement('root'))
  const [first, second] = [lay(page, 'first'), lay(page, 'second')]
  expect(Object.fromEntries(page.style)).toEqual({ overflow: 'hidden', 'scrollbar-gutter': 'stable' })
  second.close()
  expect(page.style.get('overflow')).toBe('hidden')
  first.close()
  expect(page.style.size).toBe(0)
})
