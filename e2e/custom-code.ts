import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'

/** Counts presses of a button; its state keeps a note, and a module of its package writes its words. */
export const counter = `define(['qtiCustomInteractionContext', 'words', './parts/step'], function (ctx, words, step) {
  function Counter(dom, configuration, state) {
    var bound = configuration.boundTo[configuration.responseIdentifier]
    this.count = bound && bound.base ? bound.base.integer : 0
    this.note = state ? JSON.parse(state).note : ''
    var self = this
    var button = dom.querySelector('.press')
    var shown = dom.querySelector('.shown')
    var note = dom.querySelector('.note')
    var show = function () { shown.textContent = words.said(self.count) + ' of ' + configuration.properties.most }
    note.value = this.note
    button.addEventListener('click', function () { self.count += step; show() })
    note.addEventListener('input', function () { self.note = note.value })
    show()
    configuration.onready(this)
  }
  Counter.prototype.getResponse = function () { return this.count === 0 ? { base: null } : { base: { integer: this.count } } }
  Counter.prototype.getState = function () { return JSON.stringify({ note: this.note }) }
  ctx.register({ typeIdentifier: 'urn:example:counter', getInstance: function (d, c, s) { return new Counter(d, c, s) } })
})`

/** Tries to get out of its frame in each way that code has, and writes the result of it. */
const hostile = `define(['qtiCustomInteractionContext'], function (ctx) {
  ctx.register({
    typeIdentifier: 'urn:example:hostile',
    getInstance: function (dom, configuration) {
      var list = dom.querySelector('ul')
      var tell = function (what, came) {
        var item = document.createElement('li')
        item.textContent = what + ': ' + came
        list.append(item)
      }
      var attempt = function (what, act) {
        try { var came = act(); tell(what, came === undefined ? 'nothing' : came) } catch (error) { tell(what, 'held') }
      }
      attempt('cookie', function () { document.cookie = 'a=1'; return document.cookie })
      attempt('storage', function () { localStorage.setItem('a', '1'); return 'kept' })
      attempt('parent', function () { return window.parent.document.title })
      attempt('top', function () { return window.top.document.title })
      attempt('top address', function () { window.top.location = 'https://elsewhere.example/'; return 'gone' })
      attempt('alert', function () { return alert('x') })
      attempt('confirm', function () { return confirm('x') })
      attempt('window', function () { return open('https://elsewhere.example/') === null ? 'nothing' : 'opened' })
      attempt('database', function () { indexedDB.open('sitwell'); return 'opened' })
      fetch('https://elsewhere.example/').then(function () { tell('fetch', 'sent') }, function () { tell('fetch', 'held') })
      fetch('/config.json').then(function () { tell('own', 'sent') }, function () { tell('own', 'held') })
      var picture = new Image()
      picture.onload = function () { tell('picture', 'sent') }
      picture.onerror = function () { tell('picture', 'held') }
      picture.src = 'https://elsewhere.example/x.png'
      var script = document.createElement('script')
      script.onload = function () { tell('script', 'sent') }
      script.onerror = function () { tell('script', 'held') }
      script.src = 'https://elsewhere.example/x.js'
      document.head.append(script)
      dom.querySelector('button').addEventListener('click', function () { location.href = 'https://elsewhere.example/?3' })
      window.parent.postMessage({ type: 'answer', json: '{"response":{"base":{"integer":999}}}' }, '*')
      window.top.postMessage({ type: 'answer', json: '{"response":{"base":{"integer":999}}}' }, '*')
      window.top.postMessage('ready', '*')
      configuration.onready({ getResponse: function () { return { base: { integer: 1 } } } })
    }
  })
})`

const throwing = `define(['qtiCustomInteractionContext'], function () { throw new Error('out of order') })`

/** Of IMS PCI 1.0. */
const older = `define(['qtiCustomInteractionContext'], function (ctx) {
  ctx.register({
    id: -1,
    getTypeIdentifier: function () { return 'older' },
    initialize: function (id, dom, config) {
      var self = this
      self.value = ''
      dom.querySelector('.word').textContent = config.texts.word
      self.field = dom.querySelector('input')
      self.field.addEventListener('input', function () { self.value = self.field.value })
      ctx.notifyReady(self)
    },
    setResponse: function (response) { this.value = response.base ? response.base.string : ''; this.field.value = this.value },
    getResponse: function () { return { base: this.value === '' ? null : { string: this.value } } },
    resetResponse: function () {}, destroy: function () {}, setSerializedState: function () {}, getSerializedState: function () { return {} }
  })
})`

const rules = (right: string) =>
  `<qti-response-processing><qti-response-condition><qti-response-if><qti-match><qti-variable identifier="RESPONSE"/><qti-base-value base-type="integer">${right}</qti-base-value></qti-match><qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">2</qti-base-value></qti-set-outcome-value></qti-response-if></qti-response-condition></qti-response-processing>`

const item = (id: string, question: string, module: string, markup: string) =>
  `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="${id}" title="${id}"><qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="integer"><qti-correct-response><qti-value>3</qti-value></qti-correct-response></qti-response-declaration><qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"><qti-default-value><qti-value>0</qti-value></qti-default-value></qti-outcome-declaration><qti-item-body><p>${question}</p><qti-portable-custom-interaction custom-interaction-type-identifier="urn:example:${module}" response-identifier="RESPONSE" module="${module}" data-most="5"><qti-interaction-modules><qti-interaction-module id="${module}" primary-path="code/${module}.js"/><qti-interaction-module id="words" primary-path="https://cdn.example/words.js" fallback-path="code/words.js"/></qti-interaction-modules><qti-interaction-markup>${markup}</qti-interaction-markup></qti-portable-custom-interaction></qti-item-body>${rules('3')}</qti-assessment-item>`

const olderItem = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="older" title="older" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string"><correctResponse><value>heron</value></correctResponse></responseDeclaration><outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/><itemBody><p>Write a word.</p><customInteraction responseIdentifier="RESPONSE"><pci:portableCustomInteraction xmlns:pci="http://www.imsglobal.org/xsd/portableCustomInteraction" customInteractionTypeIdentifier="older" hook="code/older.js"><pci:properties><pci:properties key="texts"><pci:property key="word">A bird</pci:property></pci:properties></pci:properties><pci:markup><div xmlns="http://www.w3.org/1999/xhtml"><label><span class="word">x</span> <input type="text"/></label></div></pci:markup></pci:portableCustomInteraction></customInteraction></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p2/rptemplates/match_correct"/></assessmentItem>`

const markup =
  '<div class="count"><p class="shown">none</p><button type="button" class="press">Press</button> <label>Note <input class="note" type="text"/></label><img src="code/square.png" alt="A square"/><script>document.title = "harmed"</script></div>'

const items: Readonly<Record<string, string>> = {
  'counter.xml': item('counter', 'Press three times.', 'counter', markup),
  'older.xml': olderItem,
  'throwing.xml': item('throwing', 'What is out of order?', 'throwing', '<p>Nothing</p>'),
  'hostile.xml': item('hostile', 'Stay inside.', 'hostile', '<ul></ul><button type="button">Leave</button>'),
}

export type CodeItem = 'counter' | 'older' | 'throwing' | 'hostile'

/** A package of QTI whose items have code of their own; `remove` takes it away again. */
export const writeCodePackage = async (names: readonly CodeItem[], square: Uint8Array) => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-code-'))
  const path = join(folder, 'code.zip')
  const resource = (name: string) =>
    `<resource identifier="${name}" type="imsqti_item_xmlv${name === 'older' ? '2p2' : '3p0'}" href="${name}.xml"/>`
  const files: Record<string, Uint8Array> = {
    'imsmanifest.xml': strToU8(`<manifest><resources>${names.map(resource).join('')}</resources></manifest>`),
    'code/counter.js': strToU8(counter),
    'code/parts/step.js': strToU8('define(function () { return 1 })'),
    'code/words.js': strToU8('define({ said: function (count) { return "Pressed " + count } })'),
    'code/hostile.js': strToU8(hostile),
    'code/throwing.js': strToU8(throwing),
    'code/older.js': strToU8(older),
    'code/square.png': square,
  }
  for (const name of names) files[`${name}.xml`] = strToU8(items[`${name}.xml`] ?? '')
  await writeFile(path, zipSync(files))
  return { path, remove: () => rm(folder, { recursive: true }) }
}
