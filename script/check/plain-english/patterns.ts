import type { Text } from './texts.ts'

/** A wording that readers have to read twice. */
export interface Pattern {
  /** Its key in counts.json. */
  readonly name: string
  /** A regular expression with the flag `g`, for texts with joined lines and masked code and quotations. */
  readonly pattern: RegExp
  readonly why: string
  /** The wording to use. */
  readonly instead: string
  /** The only kind of text to which it applies; undefined: all kinds. */
  readonly kind?: Text['kind']
}

/** The beginning of a text, or of a sentence or clause in it. */
const start = '(?:^|(?<=[.;:!?] ))'
/** Parts of a system, which cannot speak. */
const program =
  '(?:app|apps|browser|call|calls|clock|code|contract|database|event|events|exam|file|files|function|header|log|machine|message|module|node|package|page|pages|player|policy|program|provider|query|queue|record|reply|request|requests|row|rows|rule|rules|schema|server|servers|service|setting|settings|store|table|test|type|types|version|worker)'
const thing = `(?:it|they|which|that|${program})`

const headless = 'The clause has no noun, so that a reader learns what it is about only at its end.'
const posture = 'Programs and data have no posture; readers search for the common verb.'
const speech = 'Programs do not speak or listen; readers search for the technical verb.'
const pronoun = 'The sentence needs a noun as its subject.'

const list: readonly Pattern[] = [
  // Sentences without a subject
  {
    name: 'what-as-noun',
    pattern: new RegExp(`${start}What (?!if\\b|you\\b|to\\b)(?![^.;]*\\?)[a-z]+`, 'g'),
    why: headless,
    instead: 'name the thing: “The fields that …”, “The value of …”, “Returns …”',
  },
  {
    name: 'who-as-noun',
    pattern: new RegExp(`${start}Who (?![^.;]*\\?)[a-z]+`, 'g'),
    why: headless,
    instead: 'name the persons: “The learners that …”, “The caller who …”',
  },
  {
    name: 'whoever',
    pattern: /\b[Ww]ho(?:so)?ever\b|\b[Ww]homever\b/g,
    why: pronoun,
    instead: '“anyone who”, “a person who”, or the role: “a learner who”',
  },
  {
    name: 'whatever',
    pattern: /\bwhatever\b|\bWhatever\b/g,
    why: pronoun,
    instead: '“any … that”, “everything that”, or “regardless of”',
  },
  {
    name: 'whichever',
    pattern: /\b[Ww]hichever\b/g,
    why: pronoun,
    instead: '“the … that”, or “any of the …”',
  },
  {
    name: 'partitive-first',
    pattern: new RegExp(`${start}Of (?:a|an|the|each|all|every|it|them|those|these|this|that|several|two|many|one)\\b`, 'g'),
    why: 'The sentence begins with a part of its object; its subject comes late.',
    instead: 'put the subject first: “An answer to a closed question …”',
  },
  {
    name: 'none-of-it',
    pattern: /\b(?:nothing|all|much|little|more|less|something) of it\b|\b(?:nothing|much|something) of them\b/gi,
    why: 'The pronoun hides what the amount is of.',
    instead: 'name it: “no field”, “all answers”, “part of the file”',
  },
  {
    name: 'title-without-subject',
    pattern: /^(?:is|are|was|were|has|have|had|can|may|must|does|do|isn.t|aren.t|doesn.t|can.t|cannot)\b/g,
    kind: 'title',
    why: 'A report lists titles alone, without the name of the group.',
    instead: 'begin with the subject, or with an active verb: “rejects a second save”',
  },
  {
    name: 'title-of-where',
    pattern: /^(?:where|whatever|whoever|of|nothing|nobody|what)\b/g,
    kind: 'title',
    why: 'The title begins with a condition or a pronoun, and its subject comes late.',
    instead: 'begin with the subject: “a late save counts if …”',
  },
  // Conjunctions
  {
    name: 'where-for-if',
    pattern:
      /\b[Ww]here (?:a|an|it|its|no|nobody|none|nothing|one|she|he|somebody|someone|something|that|there|they|two|all|any|some|more than|neither|both|each) /g,
    why: '“Where” is for places; a condition needs “if” or “when”.',
    instead: '“if” or “when”',
  },
  {
    name: 'where-the',
    pattern:
      /\bwhere (?:the|this|these|those) \w+ (?:is|are|was|were|has|have|had|does|do|lacks?|needs?|can|cannot|could|allows?) /g,
    why: '“Where” is for places; a condition needs “if” or “when”.',
    instead: '“if” or “when”',
  },
  {
    name: 'so-that-no',
    pattern: /\bso that (?:nobody|nothing|none|neither)\b/g,
    why: 'The purpose is hidden behind a negated subject.',
    instead: 'use an active clause: “which prevents …”, “to avoid …”, or “otherwise …”',
  },
  {
    name: 'but-for',
    pattern: /\bbut for\b/g,
    why: 'Readers take it for a contrast.',
    instead: '“except”',
  },
  {
    name: 'else-for-otherwise',
    pattern: /(?:[,;] or else\b|\band else\b|[,;] else (?!if\b)[a-z]+)/g,
    why: '“Else” is a keyword; in a sentence it is hard to parse.',
    instead: '“otherwise”',
  },
  {
    name: 'for-want-of',
    pattern: /\bfor (?:want|lack) of\b/g,
    why: 'It is old-fashioned.',
    instead: '“without”, or “because there is no …”',
  },
  {
    name: 'lest',
    pattern: /\blest\b|\bin order that\b|\bprovided that\b/g,
    why: 'It is old-fashioned.',
    instead: '“to avoid …”, “so that”, or “if”',
  },
  // Amounts, degrees and time
  {
    name: 'so-many',
    pattern: /\b[Ss]o (?:many|often|much|long|few) (?!as\b|that\b)[a-z]+|\bso (?:many|often|much|long|few)[.:,;]/g,
    why: 'The amount refers to a value that the sentence does not name.',
    instead: 'name the number and its unit: “The number of …”, “The timeout in ms”',
  },
  {
    name: 'by-then',
    pattern:
      /\bby then\b|\b(?:ere|whence|thence|thereby|therein|thereof|thereupon|hereby|wherein|whereby|whereupon|hitherto)\b/g,
    why: 'The moment or the reference is not named, or the word is old-fashioned.',
    instead: 'name the moment or the thing: “before the commit”, “by which” with its noun',
  },
  {
    name: 'anew',
    pattern: /\banew\b|\bafresh\b/g,
    why: 'It is old-fashioned.',
    instead: '“again”, or the verb with “re-”',
  },
  {
    name: 'once-more',
    pattern: /\bonce more\b|\bfor ever\b|\bnowhere else\b|\bno longer than that\b/g,
    why: 'The phrase hides the count or the bound.',
    instead: '“again”, “retries once”, “without a limit”, “only here”',
  },
  {
    name: 'no-more',
    pattern: /\b(?:is|are|was|were|has|have|counts?|exists?|holds?) (?:it |them )?no more\b(?! than)/g,
    why: 'Readers take “no more” for an amount.',
    instead: '“no longer”',
  },
  {
    name: 'all-the-same',
    pattern: /\ball the same\b|\bwithal\b|\bforthwith\b|\bnonetheless\b/g,
    why: 'It can also mean “identical”.',
    instead: '“anyway” or “still”',
  },
  {
    name: 'at-once',
    pattern: /\bat once\b/g,
    why: 'It can mean “immediately” and “at the same time”.',
    instead: '“immediately” or “at the same time”, “concurrently”',
  },
  // Places
  {
    name: 'beside',
    pattern: /\b[Bb]eside\b/g,
    why: 'It is used for “next to”, “in addition to”, “except” and “while”.',
    instead: '“next to” in a layout; otherwise “in addition to”, “except”, or “during”',
  },
  {
    name: 'in-place-of',
    pattern: /\bin (?:its|their|his|her) (?:place|stead)\b|\bin place of\b/g,
    why: 'Readers look for a place.',
    instead: '“instead of”, or the verb “replaces”',
  },
  {
    name: 'of-its-own',
    pattern: /\bof (?:its|their|his|her) own\b/g,
    why: 'It does not say what is separate from what.',
    instead: '“its own …” before the noun, or “a separate …”',
  },
  {
    name: 'which-is-there',
    pattern: /\b(?:which|that|what|who|it) (?:is|are|was|were) (?:already )?there\b|\bthere already is\b|\bis there twice\b/g,
    why: 'It does not say where “there” is.',
    instead: 'name the state: “exists”, “is stored”, “is listed”, “is installed”',
  },
  // Verbs of posture and movement
  {
    name: 'stands',
    pattern: /\b(?:stands?|stood)\b(?! (?:alone|in for|out|by)\b)/g,
    why: posture,
    instead: '“is”, “exists”, “is stored”, “is listed”; “status is …”',
  },
  {
    name: 'lies',
    pattern: /\b(?:lies|lay|lain|lie) (?:in|on|at|beside|below|above|there|aside|within|where)\b|\bkeeps? lying\b/g,
    why: posture,
    instead: '“is in”, “is stored in”, “is between”',
  },
  {
    name: 'goes-on',
    pattern: /\b(?:go|goes|going|went|gone) on\b/g,
    why: 'Readers take it for “happens”.',
    instead: '“continues”',
  },
  {
    name: 'is-gone',
    pattern: /\b(?:is|are|was|were|be|been) gone\b/g,
    why: 'It does not say what happened.',
    instead: '“was deleted”, “has ended”, “no longer exists”, “is closed”',
  },
  {
    name: 'comes-to',
    pattern:
      /\b(?:come|comes|came|coming) (?:to nothing|to an end|to light|of it|out as|to be|about)\b|\bwhat (?:\w+ ){1,4}(?:come|comes|came) to\b|\bwhat (?:becomes|became) of\b/g,
    why: 'The idiom hides the result.',
    instead: '“the result of”, “the value of”, “the outcome of”, “happens”',
  },
  {
    name: 'gives-out',
    pattern: /\b(?:give|gives|gave|given|giving) (?:[a-z]+ )?(?:out|away)\b/g,
    why: 'Readers take it for “fails”.',
    instead: '“returns”, “issues”, “sends”, “publishes”, “discloses”',
  },
  // Verbs of speech and thought
  {
    name: 'says',
    pattern: new RegExp(
      `\\b${thing} (?:says?|said|speaks?|spoke)\\b|\\bsays? (?:so|nothing|which|who|what|how|where|whether|why)\\b`,
      'g',
    ),
    why: speech,
    instead: '“contains”, “states”, “returns”, “reports”, “requires”; of a text: “reads”',
  },
  {
    name: 'is-said',
    pattern: /\b(?:is|are|was|were|be|been|being) said\b|\bas said\b/g,
    why: speech,
    instead: '“is reported”, “is announced”, “is shown”, “is stated”',
  },
  {
    name: 'tells',
    pattern: /\b(?:tells?|told|telling)\b/g,
    why: speech,
    instead: '“reports”, “shows”, “sends”, “discloses”; “tells apart”: “distinguishes”',
  },
  {
    name: 'hears',
    pattern:
      /\b(?:heard|hears?|hearing) (?:of|from|nothing|that)\b|\b(?:is|are|was|were) (?:not |never |last )?heard\b|\b(?:server|servers|page|browser|player) (?:has )?(?:hears?|heard)\b/g,
    why: speech,
    instead: '“receives”, “is notified of”, “listens to”; “heard from”: “last contact”',
  },
  {
    name: 'believes',
    pattern: /\b(?:believes?|believed|heeds?|heeded)\b/g,
    why: speech,
    instead: '“accepts”, “trusts”, “uses”, “obeys”',
  },
  {
    name: 'word-of',
    pattern:
      /\b(?:a|its|their|last|own|server’s|server's|no|her|his) words? (?:of|for|about|on|counts?|is|comes?)\b|\bin words for\b|\bwithout a word\b/g,
    why: speech,
    instead: '“message”, “state”, “reply”, “text”, “setting”',
  },
  {
    name: 'asks',
    pattern: /\b(?:ask|asks|asked|asking) (?:of|after)\b|\b(?:is|are|was|were) asked (?:whether|what|which|who|how)\b/g,
    why: speech,
    instead: '“requests”, “queries”, “checks”',
  },
  // Negation and pronouns
  {
    name: 'is-no',
    pattern:
      /(?<!\b[Tt]here )\b(?:is|are|was|were) (?:no (?!longer|more|less|later|earlier|such|one\b|way\b)[a-z-]+|none\b(?! of))/g,
    why: 'The article carries the negation; readers expect the verb to.',
    instead: '“is not a …”, or “there is no …”',
  },
  {
    name: 'has-not',
    pattern: /\b(?:has|have|had) (?:not|none|it not|them not)(?:[.,;:]|$)|\b(?:knows?|needs?|cares?|says?|tells?) not\b/g,
    why: 'The word order is not that of today.',
    instead: '“does not have”, “does not know”',
  },
  {
    name: 'the-one-before',
    pattern:
      /\bthe ones? (?:of|before|after|above|below)\b|\bthe other ones?\b|\bsuch (?:a )?ones?\b|\bone of (?:before|old)\b/g,
    why: 'The reader has to look for the noun that “one” replaces.',
    instead: 'repeat the noun: “the previous request”',
  },
  {
    name: 'somebody-has',
    pattern:
      /\b(?:somebody|someone|nobody) (?:who )?(?:has|have|may|can|could|must|wants?|needs?|sees?|asks?|asked|did|does|knows?|made|named|gave|gets?|got)\b/g,
    why: 'The role is known, and missing.',
    instead: 'name it: “a learner”, “staff”, “no request”, “no caller”',
  },
  {
    name: 'made-of',
    pattern:
      /\b(?:a|its|their|two|the) (?:half|kind|sort|way) of (?:it|them)\b|\bwhat (?:it|they) (?:is|are|was|were) (?:made )?of\b|\bfor what (?:it|they) (?:is|are)\b/g,
    why: 'The pronoun and the idiom hide the thing.',
    instead: 'name the part and the thing',
  },
]

/** All patterns, sorted by name as in counts.json. */
export const patterns: readonly Pattern[] = [...list].sort((a, b) => (a.name < b.name ? -1 : 1))
