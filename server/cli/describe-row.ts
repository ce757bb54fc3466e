const LABEL_WIDTH = 12

/** One line of an answer for people: a label, and what there is to say. */
export const describeRow = (label: string, words: string) => `  ${label.padEnd(LABEL_WIDTH)} ${words}`
