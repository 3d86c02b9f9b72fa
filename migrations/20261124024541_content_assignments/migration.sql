CREATE TABLE "content_assignments" (
	"key" text,
	"language" text,
	"owner_id" uuid,
	"due_on" date,
	CONSTRAINT "content_assignments_pkey" PRIMARY KEY("key","language")
);
--> statement-breakpoint
ALTER TABLE "content_assignments" ADD CONSTRAINT "content_assignments_owner_id_users_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL;