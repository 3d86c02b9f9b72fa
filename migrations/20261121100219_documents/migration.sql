CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"keywords" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"original_filename" text NOT NULL,
	"file_path" text NOT NULL,
	"file_size" bigint NOT NULL,
	"file_modified_at" timestamp with time zone NOT NULL,
	"page_count" integer,
	"mapped_language" text,
	"is_featured" boolean DEFAULT false NOT NULL,
	"total_views" integer DEFAULT 0 NOT NULL,
	"total_downloads" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "documents_file_path" ON "documents" ("file_path");--> statement-breakpoint
CREATE INDEX "documents_published" ON "documents" ("mapped_language") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "documents_published_newest" ON "documents" ("file_modified_at" DESC,"id" DESC) WHERE "status" = 'published';