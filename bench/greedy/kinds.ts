export const GREEDY = ['searches', 'upserts', 'queries', 'uploads', 'streams', 'forms'] as const;
export type Kind = (typeof GREEDY)[number];
export const FORM_KEY = 'form-of-the-greedy';
