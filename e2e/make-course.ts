import { strToU8, zipSync } from 'fflate'
import { passingFile } from './passing-file.ts'

/** A SCO as a test has it: what its page says, and its script, which calls `api`, the run time of SCORM 1.2. */
interface TestSco {
  readonly title: string
  readonly body?: string
  readonly script?: string
  /** It is a page alone, and never speaks with the run time. */
  readonly isSilent?: boolean
}

/**
 * What every SCO of a test does: it begins, shows where it is, and continues to the next page, is suspended, or completed, by its
 * buttons.
 */
const everyPage = (title: string, { body = '', script = '', isSilent = false }: Omit<TestSco, 'title'>) =>
  isSilent
    ? `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
    : `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><p id="place"></p><p id="mode"></p>${body}
<button id="next">Next page</button> <button id="suspend">Leave</button> <button id="complete">Complete</button>
<script>
const api = parent.API
api.LMSInitialize('')
const get = (element) => api.LMSGetValue('cmi.core.' + element)
const set = (element, value) => api.LMSSetValue('cmi.core.' + element, value)
let page = Number(get('lesson_location') || 1)
const show = () => { place.textContent = 'Page ' + page }
show()
mode.textContent = get('entry') + ' ' + get('lesson_mode') + ' ' + get('student_name')
next.onclick = () => { page += 1; set('lesson_location', String(page)); show() }
suspend.onclick = () => { set('exit', 'suspend'); api.LMSFinish('') }
complete.onclick = () => { set('lesson_status', 'completed'); set('session_time', '00:05:00'); api.LMSFinish('') }
${script}
</script></body></html>`

const manifest = (name: string, scos: readonly TestSco[], about: string) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m-${name.replaceAll(/\W/g, '-')}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion>${about === '' ? '' : `<lom><general><description><langstring>${about}</langstring></description></general></lom>`}</metadata>
  <organizations default="o"><organization identifier="o"><title>${name}</title>
    ${scos.map(({ title }, at) => `<item identifier="i${at}" identifierref="r${at}"><title>${title}</title></item>`).join('\n    ')}
  </organization></organizations>
  <resources>
    ${scos
      .map(
        (_, at) =>
          `<resource identifier="r${at}" type="webcontent" adlcp:scormtype="sco" href="s${at}.html"><file href="s${at}.html"/></resource>`,
      )
      .join('\n    ')}
  </resources>
</manifest>`

/** Writes a package of SCORM 1.2, with what it says of itself; answers where it is. */
export const makeCourse = async (name: string, scos: readonly TestSco[], about = ''): Promise<string> => {
  const pages = scos.map(({ title, ...page }, at) => [`s${at}.html`, strToU8(everyPage(title, page))] as const)
  const zip = zipSync({ 'imsmanifest.xml': strToU8(manifest(name, scos, about)), ...Object.fromEntries(pages) })
  return passingFile('course.zip', zip)
}
