export { Layout } from './layout.tsx'
export { useDocumentHead } from './use-document-head.ts'
