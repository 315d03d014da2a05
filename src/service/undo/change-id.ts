export function changeId(number: number): string {
  return `change-${String(number).padStart(12, '0')}`;
}

export function changeNumber(id: string): number | undefined {
  const digits = /^change-(\d{12,15})$/.exec(id)?.[1];
  return digits === undefined || (digits.length > 12 && digits.startsWith('0')) ? undefined : Number(digits);
}
