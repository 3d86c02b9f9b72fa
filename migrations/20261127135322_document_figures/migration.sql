ALTER TABLE "documents" DROP COLUMN "total_views";--> statement-breakpoint
CREATE INDEX "analytics_counts_page" ON "analytics_counts" ("value") WHERE "dimension" = 'page';--> statement-breakpoint
SELECT audit_table('documents', key => '{id}', plain => '{slug,title,description,keywords,category,status,version_number,original_filename,mapped_language,is_featured,published_at,deleted_at}', ignored => '{id,file_path,file_size,file_digest,file_modified_at,page_count,search_text,total_downloads,created_by,created_at,updated_at}');
