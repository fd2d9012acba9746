import { contentElements, emptiedElements } from './elements.ts'

/** Names that HTML knows besides, and that content may not have. */
const others =
  'html body main nav aside hgroup menu search form fieldset legend label button input optgroup output progress meter dialog details summary time data area map track param image font center strike basefont bgsound blink marquee nobr isindex keygen dir'
const known = [...contentElements, ...emptiedElements, ...others.split(' ')].join('|')

const quoted = `"[^"]*"|'[^']*'|[^\\s<>"']+`
const lone = 'controls|disabled|reversed|nowrap|loop|muted|checked|selected|hidden|open|required|readonly|multiple|autoplay'
const attribute = `\\s+(?:[^\\s<>="'/]+\\s*=\\s*(?:${quoted})|(?:${lone})(?=[\\s/>]))`
const element = new RegExp(`<(?:/(?:${known})\\s*|(?:${known})(?:${attribute})*\\s*/?)>`, 'i')

/** Comments and the like, and a tag of any name that would do something: never to be kept as if it were a comparison. */
const acting = /<[!?][a-z[-]|<[a-z][^<>]*[\s/"'](?:on\w+|style|src(?:set)?|href|xlink:href|formaction|action|data|is)\s*=/i
const reference = /&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/i

/**
 * Whether a text is HTML: it holds a tag that HTML knows, or a character by its name. `if a < b and c > d` isn't, neither are
 * `std::vector<int>` and `if a <b and c> d`.
 */
export const looksLikeHtml = (text: string): boolean => element.test(text) || reference.test(text) || acting.test(text)
