import { text } from '../command.js';
import type { ReportData } from '../../report/report-data.js';
import { OutputFile } from '../output/output-file.js';

export const reportOption = {
  report: text('--report <file>', 'write what was compared and found as a page (.html) that needs no network'),
};

/** To be called before the work: a report that cannot be written is no reason to have done it for nothing. */
export async function checkReport(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  await OutputFile.check(path);
}

/** The drawing library takes a second to load: only where a report is asked for. */
export async function writeReport(path: string, data: ReportData): Promise<void> {
  const { renderReport } = await import('../../report/render-report.js');
  const page = await renderReport(data);
  await OutputFile.write(path, (output) => output.add(page));
}
